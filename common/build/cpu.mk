# Kernels on the CPU: .cu files go through common/simt/simtcc, CUDA's header is the runtime's own.

CUC  = $(FOREIGN) SIMTCC_READY=1 SIMT_LOOPS=0 common/simt/simtcc
LINK = $(CUC)
CUDA_CFLAGS = -isystem common/simt/include
LAB_FLAGS   = -O2 -g -Wall -Wtype-limits -Wempty-body -Wno-unused-parameter -Wno-unused-variable -Wno-unused-function

# For another machine: its compiler, and what runs its programs here, which takes time and is in no sandbox. The
# grader is not built so (common/build/build.mk).
ifneq ($(CROSS),)
unexport CC CXX AR
CC      := $(CROSS)-gcc
CXX     := $(CROSS)-g++
AR      := $(CROSS)-ar
FOREIGN := CXX=$(CXX) SIMTCC_RUNNER="qemu-$(firstword $(subst -, ,$(CROSS))) -L /usr/$(CROSS)"
SANDBOX ?= none
CROSS_SECONDS := 150
endif

# Built once for each compiler, before anything calls simtcc.
CXX ?= g++
RUNTIME = build/simt/$(notdir $(lastword $(CXX)))/ready
$(RUNTIME): $(wildcard common/simt/run/* common/simt/check/* common/simt/compile/* \
    common/simt/include/*.h common/simt/include/simt/*.h) common/simt/simt.mk | deps-core
	@mkdir -p $(@D) && env -u MAKEFLAGS -u MAKELEVEL flock build/simt/lock \
		make -s -j$(shell nproc) -C common/simt -f simt.mk SIMT_BUILD=../../build/simt CXX="$(CXX)" CC="$(CC)" && touch $@

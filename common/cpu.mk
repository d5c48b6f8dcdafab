# Kernels on the CPU: .cu files go through common/simt/simtcc, CUDA's header is the runtime's own.

CUC  = SIMTCC_READY=1 common/simt/simtcc
LINK = SIMTCC_READY=1 common/simt/simtcc
CUDA_CFLAGS = -isystem common/simt/include
LAB_FLAGS   = -O2 -g -Wall -Wtype-limits -Wempty-body -Wno-unused-parameter -Wno-unused-variable -Wno-unused-function

# Built once, before anything calls simtcc.
CXX ?= g++
RUNTIME = build/simt/ready
build/simt/ready: $(wildcard common/simt/run/* common/simt/check/* common/simt/compile/* common/simt/include/*.h common/simt/include/simt/*.h) common/simt/simt.mk | deps-core
	@mkdir -p build/simt && env -u MAKEFLAGS -u MAKELEVEL flock build/simt/lock \
		make -s -j$(shell nproc) -C common/simt -f simt.mk SIMT_BUILD=../../build/simt CXX=$(CXX) && touch $@

# Kernels on a GPU: nvcc, for the architecture of the machine's own GPU.

# nvcc puts the folder's name between double quotes, for a shell and for the assembler.
ifneq ($(strip $(foreach sign," $$ ` \,$(findstring $(sign),$(CURDIR)))),)
$(error nvcc cannot work in a folder with a " $$ ` or \ in its name. Give '$(CURDIR)' another name)
endif

CUDA_HOME ?= /usr/local/cuda
NVCC      ?= $(or $(shell command -v nvcc),$(wildcard $(CUDA_HOME)/bin/nvcc),nvcc)
CUDA_ROOT := $(patsubst %/bin/nvcc,%,$(realpath $(NVCC) $(shell command -v $(NVCC) 2>/dev/null)))
GPU_ARCH  ?= $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | \
    head -n 1 | tr -d . | sed 's/^/sm_/')

CUC  = $(NVCC) -std=c++17 -arch=$(GPU_ARCH) -lineinfo
LINK = $(NVCC) -arch=$(GPU_ARCH)
CUDA_CFLAGS = -isystem $(firstword $(CUDA_ROOT))/include
# GPU_SHARED=64: labs that suit themselves to a block's shared memory see so many KB, as a smaller GPU has.
LAB_FLAGS   = -O2 -g $(if $(GPU_SHARED),-DMOST_SHARED='($(GPU_SHARED) << 10)')
RUNTIME =

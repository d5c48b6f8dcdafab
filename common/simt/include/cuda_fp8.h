#error "<cuda_fp8.h>: 8-bit floats are not part of this CPU runtime. Use nvcc."

#error "<cuda_fp16.h>: half precision is not part of this CPU runtime. Use nvcc."

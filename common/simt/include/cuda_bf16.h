#error "<cuda_bf16.h>: bfloat16 is not part of this CPU runtime. Use nvcc."

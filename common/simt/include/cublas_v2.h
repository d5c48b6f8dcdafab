#error "<cublas_v2.h>: cuBLAS is not part of this CPU runtime. Use nvcc."

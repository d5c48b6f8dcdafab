#error "<cublas_v2.h>: cuBLAS is not part of this CPU runtime; use nvcc."

#error "<curand_kernel.h>: cuRAND is not part of this CPU runtime. Use nvcc."

#error "<curand.h>: cuRAND is not part of this CPU runtime; use nvcc."

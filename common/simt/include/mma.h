#error "<mma.h>: tensor cores are not part of this CPU runtime; use nvcc."

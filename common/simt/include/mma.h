#error "<mma.h>: tensor cores are not part of this CPU runtime. Use nvcc."

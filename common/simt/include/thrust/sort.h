#error "<thrust/sort.h>: Thrust is not part of this CPU runtime. Use nvcc."

#error "<thrust/sort.h>: Thrust is not part of this CPU runtime; use nvcc."

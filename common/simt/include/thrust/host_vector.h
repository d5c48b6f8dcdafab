#error "<thrust/host_vector.h>: Thrust is not part of this CPU runtime. Use nvcc."

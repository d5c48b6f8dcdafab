#error "<thrust/device_vector.h>: Thrust is not part of this CPU runtime; use nvcc."

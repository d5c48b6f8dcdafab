#error "<cub/cub.cuh>: CUB is not part of this CPU runtime; use nvcc."

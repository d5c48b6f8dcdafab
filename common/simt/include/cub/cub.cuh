#error "<cub/cub.cuh>: CUB is not part of this CPU runtime. Use nvcc."

#error "<cub/grid/grid_queue.cuh>: the CPU runtime has no cub::GridQueue. Use an atomic counter, or nvcc."

#error "<cub/grid/grid_barrier.cuh>: the CPU runtime has no cub::GridBarrier. Use a cooperative launch, or nvcc."

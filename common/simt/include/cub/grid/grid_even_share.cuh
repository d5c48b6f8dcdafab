#error "<cub/grid/grid_even_share.cuh>: the CPU runtime has no cub::GridEvenShare. Use nvcc."

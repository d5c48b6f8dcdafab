#error "<cub/grid/grid_mapping.cuh>: the CPU runtime has no grid mappings of CUB. Use nvcc."

#error "<cub/block/block_raking_layout.cuh>: the CPU runtime has no cub::BlockRakingLayout. Use nvcc."

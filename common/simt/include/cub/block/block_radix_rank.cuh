#error "<cub/block/block_radix_rank.cuh>: the CPU runtime has no cub::BlockRadixRank. Use cub::BlockRadixSort, or nvcc."

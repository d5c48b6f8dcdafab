#error "<cub/block/radix_rank_sort_operations.cuh>: the CPU runtime has no radix operations of CUB. Use cub::BlockRadixSort, or nvcc."

#error "<cub/block/radix_rank_sort_operations.cuh> is not part of the CPU runtime. Use cub::BlockRadixSort, or nvcc."

#error "<cub/warp/warp_merge_sort.cuh>: the CPU runtime has no cub::WarpMergeSort. Use cub::BlockMergeSort, or nvcc."

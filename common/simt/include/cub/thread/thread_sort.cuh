#error "<cub/thread/thread_sort.cuh>: the CPU runtime has no cub::StableOddEvenSort. Use nvcc."

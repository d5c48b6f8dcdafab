#error "<cub/warp/warp_load.cuh>: the CPU runtime has no cub::WarpLoad. Use cub::BlockLoad, or nvcc."

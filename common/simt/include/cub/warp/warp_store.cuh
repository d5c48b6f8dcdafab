#error "<cub/warp/warp_store.cuh>: the CPU runtime has no cub::WarpStore. Use cub::BlockStore, or nvcc."

#error "<cub/warp/warp_exchange.cuh>: the CPU runtime has no cub::WarpExchange. Use shared memory, or nvcc."

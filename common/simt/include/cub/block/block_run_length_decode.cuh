#error "<cub/block/block_run_length_decode.cuh>: the CPU runtime has no cub::BlockRunLengthDecode. Use nvcc."

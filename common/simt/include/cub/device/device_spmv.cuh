#error "<cub/device/device_spmv.cuh>: the CPU runtime has no cub::DeviceSpmv. Use nvcc."

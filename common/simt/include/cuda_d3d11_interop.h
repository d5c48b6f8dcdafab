#error "<cuda_d3d11_interop.h>: graphics interop is not part of this CPU runtime. Use nvcc."

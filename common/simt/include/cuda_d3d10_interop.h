#error "<cuda_d3d10_interop.h>: graphics interop is not part of this CPU runtime. Use nvcc."

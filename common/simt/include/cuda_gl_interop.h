#error "<cuda_gl_interop.h>: graphics interop is not part of this CPU runtime. Use nvcc."

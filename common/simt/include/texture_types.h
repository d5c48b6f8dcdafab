#error "<texture_types.h>: textures are not part of this CPU runtime. Use nvcc."

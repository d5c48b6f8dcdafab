#error "<texture_types.h>: textures are not part of this CPU runtime; use nvcc."

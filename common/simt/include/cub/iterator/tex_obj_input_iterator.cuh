#error "<cub/iterator/tex_obj_input_iterator.cuh>: the CPU runtime has no cub::TexObjInputIterator. Use a plain pointer."

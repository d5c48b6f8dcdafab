#error "<cub/iterator/tex_ref_input_iterator.cuh>: the CPU runtime has no cub::TexRefInputIterator. Use a plain pointer."

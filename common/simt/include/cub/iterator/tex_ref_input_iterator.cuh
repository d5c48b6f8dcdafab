#error "<cub/iterator/tex_ref_input_iterator.cuh> is not part of the CPU runtime. Use a plain pointer."

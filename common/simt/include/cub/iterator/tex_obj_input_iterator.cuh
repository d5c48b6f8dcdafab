#error "<cub/iterator/tex_obj_input_iterator.cuh> is not part of the CPU runtime. Use a plain pointer."

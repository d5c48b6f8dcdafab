#error "thrust::async is not part of the CPU runtime. Use the algorithm of the same name in namespace thrust."

# find_package(CUDAToolkit): the libraries of the CPU runtime under the names of CUDA's. simtcc links the runtime
# itself, so a target names the option of its library, if there is one, and the headers.
set(CUDAToolkit_FOUND TRUE)
set(CUDAToolkit_VERSION 13.0.0)
set(CUDAToolkit_VERSION_MAJOR 13)
set(CUDAToolkit_VERSION_MINOR 0)
get_filename_component(simt "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CUDAToolkit_INCLUDE_DIRS "${simt}/include")
set(CUDAToolkit_NVCC_EXECUTABLE "${simt}/simtcc")

foreach(library toolkit cudart cudart_static cudart_static_deps cuda_driver nvrtc nvToolsExt nvtx3 curand curand_static
        cublas cublas_static cublasLt cublasLt_static cufft cufft_static cusolver cusolver_static
        cusparse cusparse_static)
    if(NOT TARGET CUDA::${library})
        add_library(CUDA::${library} INTERFACE IMPORTED)
        target_include_directories(CUDA::${library} INTERFACE "${simt}/include")
        if(library MATCHES "^(curand|cublas|cufft|cusolver|cusparse)")
            target_link_libraries(CUDA::${library} INTERFACE -l${library})
        endif()
    endif()
endforeach()

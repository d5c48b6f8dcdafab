# A toolchain file for CMake: it builds a project's CUDA for the CPU runtime, where no toolkit is installed.
#
#     cmake -B build -DCMAKE_TOOLCHAIN_FILE=.../common/simt/cmake/simt.cmake && cmake --build build
#
# simtcc compiles and links both CUDA and C++, since a program of C++ files may be linked with a library of CUDA files.
# CMake finds the traits of nvcc by what `nvcc -v` prints, and looks for parts of the toolkit that do not exist here. So
# the answer stands below, in nvcc's form: the folder of libraries, the folder of headers, the architecture, the linker.
get_filename_component(simt "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CMAKE_CUDA_COMPILER "${simt}/simtcc")
set(CMAKE_CXX_COMPILER "${simt}/simtcc")

set(CMAKE_CUDA_COMPILER_ID_RUN 1)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0.0)
set(CMAKE_CUDA_COMPILER_TOOLKIT_VERSION 13.0.0)
set(CMAKE_CUDA_COMPILER_TOOLKIT_ROOT "${simt}")
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20) # CMake before 3.26 does not know that nvcc has it
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT "#$ LIBRARIES=-L${simt}/lib
#$ INCLUDES=-I${simt}/include
#$ cicc -arch compute_90
#$ ${simt}/simtcc -o a.out -L${simt}/lib
")

# Modules of this folder: FindCUDAToolkit and FindCUDA name the libraries that the runtime has.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

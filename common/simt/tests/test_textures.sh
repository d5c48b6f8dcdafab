#!/bin/sh
# Textures and surfaces that are used wrongly: the message names the line and a way out, and the checkers see their
# reads and writes. (That right ones give a GPU's bits is tested by test_programs.sh.)
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
cases=common/simt/tests/check/textures.cu
common/simt/simtcc --tool=memcheck,racecheck,initcheck -O2 -o "$work/checked" $cases || exit 2
common/simt/simtcc -O2 -g -o "$work/plain" $cases || exit 2

# says PROGRAM NUMBER WORDS PROMISE
says() {
    "$work/$1" "$2" >"$work/log" 2>&1
    grep -q "$3" "$work/log"
    report "$4" $? "$work/log"
}
says plain 1 'sRGB is not part of the CPU runtime. Leave it out' 'a setting that is not known is refused in a sentence'
says plain 4 'textures.cu:13. Call the function that fits' 'a read of another shape ends the kernel, at its line'
says plain 7 'textures.cu:17. Test the index, or pass cudaBoundaryModeZero' 'a write behind a surface ends the kernel'
says plain 7 '^700$' 'with the code that a GPU gives'
says plain 8 'textures.cu:21. Pass x in bytes' 'an index that is not in bytes ends the kernel'
says plain 9 'names a texture object that does not exist' 'an object that is destroyed is not read'
says checked 2 'Uninitialized __global__ memory read of size 4' 'initcheck sees an array that was never written'
says checked 6 'Race reported between Write access at .*textures.cu:17' 'racecheck sees the writes of a surface'
says checked 3 'ERROR SUMMARY: 0 errors' 'reads of a texture give no false alarm'
says checked 5 'RACECHECK SUMMARY: 0 hazards' 'nor do writes of a surface'
says checked 10 'its destination is a CUDA array. Copy with cudaMemcpy2DToArray' 'an array is no memory of the host'
says checked 11 'its source is a CUDA array. Copy with' 'as a source too'
says checked 12 'that is a CUDA array, which cudaFreeArray frees' 'and where it is freed as memory'
exit $failed

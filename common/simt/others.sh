#!/bin/sh
# Programs that others wrote, as a check of the CPU runtime: NVIDIA's CUDA samples and OLCF's training series. They are
# fetched into a folder, built, and run. That takes hours, and it is no part of make test.
#     sh common/simt/others.sh FOLDER [PART]     only programs with PART in their names
# FOLDER/results.csv gets a line for each program: its name, how it ended, and after how many seconds. One that has a
# line is not run again. Programs may take LIMIT=300 seconds. Needs git and CMake.
set -u
kit=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
[ $# -ge 1 ] || { sed -n '2,6s/^# //p' "$0" >&2 && exit 2; }
mkdir -p "$1" && cd "$1" || exit 2
folder=$PWD part=${2:-} results=$PWD/results.csv limit=${LIMIT:-300}
export SIMT_DEVICES="${SIMT_DEVICES:-4}" # some of them want several
for need in git cmake; do
    command -v $need >/dev/null || { echo "others: $need is missing. Install it: apt-get install $need" >&2 && exit 2; }
done
touch "$results"

fetch() { # OWNER/NAME
    [ -d "$folder/${1#*/}" ] && return
    git clone -q --depth 1 "https://github.com/$1" "$folder/${1#*/}.part" &&
        mv "$folder/${1#*/}.part" "$folder/${1#*/}" && return
    echo "others: $1 was not fetched. Is there a network?" >&2
    exit 2
}

# NAME HOW SECONDS
note() { printf '%s,%s,%s\n' "$1" "$2" "$3" | tee -a "$results"; }

wanted() { # NAME
    case $1 in *"$part"*) ! grep -q "^$1," "$results" ;; *) false ;; esac
}

# ends NAME COMMAND...: 2 is how a sample says that it lacks something
ends() {
    name=$1 began=$(date +%s)
    shift
    timeout "$limit" "$@" </dev/null >"$folder/out/$name.out" 2>&1
    case $? in
    0) how=right && ! grep -q 'makes an invalid access' "$folder/out/$name.out" || how=wrong ;;
    2) how=waived ;;
    124) how="over the limit" ;;
    *) how=wrong ;;
    esac
    note "$name" "$how" $(($(date +%s) - began))
}

sample() { # FOLDER
    name=$(basename "$1") build=$folder/build/$(basename "$1") log=$folder/out/$(basename "$1").build
    wanted "$name" || return
    grep -qiE "$graphics" "$1/CMakeLists.txt" && { note "$name" "left out" 0 && return; }
    if ! { cmake -S "$1" -B "$build" -DCMAKE_TOOLCHAIN_FILE="$kit/common/simt/cmake/simt.cmake" &&
        make -C "$build"; } >"$log" 2>&1; then
        note "$name" "does not build" 0 && return
    fi
    program=$(find "$build" -maxdepth 1 -type f -perm -100 ! -name '*.so' | head -n 1)
    [ "$program" ] || { note "$name" "no program" 0 && return; }
    [ ! -d "$1/data" ] || cp -r "$1/data" "$build"
    cd "$build" && ends "$name" "$program"
}

exercise() { # FILE
    name=$(echo "${1#"$folder"/cuda-training-series/exercises/}" | tr / -)
    name=${name%.cu} program=$folder/build/$name
    wanted "$name" || return
    grep -q FIXME "$1" && { note "$name" "left out" 0 && return; } # for a student to complete
    cd "$(dirname "$1")" || exit
    if ! "$kit/common/simt/simtcc" -w -O2 -DNO_MPI -o "$program" "$1" -lcublas >"$folder/out/$name.build" 2>&1; then
        note "$name" "does not build" 0 && return
    fi
    ends "$name" "$program"
}

# What a CPU has not, or the runtime refuses: a window, another library, another system.
graphics='OpenGL|GLUT|Vulkan|X11|EGL|D3D1|NvSci|cuDLA|nvJPEG|NPP|NVVM|nvJitLink|FreeImage'
fetch NVIDIA/cuda-samples
fetch olcf/cuda-training-series
mkdir -p out build
find "$folder/cuda-samples/Samples" -mindepth 3 -maxdepth 3 -name CMakeLists.txt | sort | while read -r list; do
    (sample "$(dirname "$list")")
done
find "$folder/cuda-training-series/exercises" -name '*.cu' | sort | while read -r file; do
    (exercise "$file")
done
awk -F, '{ n[$2]++ } END { for (how in n) print n[how], how }' "$results" | sort -rn

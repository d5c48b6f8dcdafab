# The files that are named: what kind each one is, and the way that each one goes.
# shellcheck shell=sh disable=SC2034,SC2154 # the other parts of simtcc read and set these variables

# Sets kind to what a file is.
kind_of() { # FILE
    case $1 in
    *.o | *.obj | *.lo) kind=object ;;
    *.a | *.so | *.so.*) kind=library ;;
    *.ptx | *.cubin | *.fatbin) die "$1 holds code for a GPU. Give the .cu that it came from" ;;
    *.s | *.S) kind=c ;;
    *.cu | *.cuh) kind=cu ;;
    *.cpp | *.cc | *.cxx | *.c++ | *.cp | *.C | *.CPP | *.ii) kind=c++ ;;
    *.c | *.i) kind=c ;;
    *) kind=$lang ;;
    esac
    case $kind in object | library | '') ;; *) kind=${lang:-$kind} ;; esac
    [ "$kind" ] || die "$1: what kind of file is this? Name it .cu, .cpp, .c, .o or .a, or put -x cu before it"
}

# The inputs are a list: KIND FILE KIND FILE ...
add_input() { # FILE
    [ -e "$1" ] || die "$1: no such file. Check the name"
    [ ! -d "$1" ] || die "$1 is a folder. Name the files in it"
    kind_of "$1"
    inputs=$inputs$kind$separator$1$separator
    case $kind in object | library) ;; *) n_sources=$((n_sources + 1)) ;; esac
}

# The object of $src: named by -o, after the source, or out of sight when a program is wanted.
object_of() {
    object=${src##*/} object=${object%.*}.o
    case $mode in
    compile) object=${out:-$object} ;;
    module) object=$tmp/module.o ;;
    *) object=$tmp/$n_made-$object ;;
    esac
}

# Goes over the inputs, and sets the lists objects and archives.
make_objects() { # KIND FILE...
    objects='' archives='' n_made=0
    while [ $# -gt 0 ]; do
        kind=$1 src=$2
        shift 2
        [ "$src" != "$out" ] || die "$src is both read and written. Name another file behind -o"
        case $kind-$mode in
        object-*) objects=$objects$src$separator ;;
        library-*) archives=$archives$src$separator ;;
        *-preprocess | *-depend) show ;;
        *)
            object_of
            compile "$object"
            [ "$mode" != module ] || make_module "$object"
            objects=$objects$object$separator
            n_made=$((n_made + 1))
            ;;
        esac
    done
}

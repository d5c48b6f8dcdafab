# The command line: which options take a value, and what each of them sets (settings.sh).
# shellcheck shell=sh disable=SC2034,SC2154 # the other parts of simtcc read and set these variables

# Options with a value, behind a blank or a =.
with_value=" -o --output-file -x --x -std --std -optimize --optimize -fmad --fmad --tool \
 --page --kernel --launch --block -ccbin --compiler-bindir \
 --include-path --system-include --define-macro --undefine-macro --pre-include --library --library-path \
 -Xcompiler --compiler-options -Xlinker --linker-options -rdc --relocatable-device-code \
 -arch --gpu-architecture -gencode --generate-code "
# Behind a blank alone.
value_behind=" -I -D -U -l -L -isystem -include -iquote -idirafter -imacros -MF -MT -MQ --param -mllvm "
# Options that mean something on a GPU alone, with a value. A note names each one that is given.
noted=" -Xptxas --ptxas-options -Xnvlink --nvlink-options -Xfatbin --fatbin-options -Xarchive -Xcudafe \
 -maxrregcount --maxrregcount -default-stream --default-stream -diag-suppress --diag-suppress \
 -ftz --ftz -prec-div --prec-div -prec-sqrt --prec-sqrt "
# Of the next two kinds no note is made: every program for a GPU has some. The first have a value.
silent=" -code --gpu-code -cudart --cudart -t --threads --x-cu-version "
silent_alone=" -m64 -use_fast_math --use_fast_math -forward-unknown-to-host-compiler \
 --forward-unknown-to-host-compiler \
 -Wno-deprecated-gpu-targets -Wmissing-launch-bounds -Wdefault-stream-launch "

is_in() { case $2 in *" $1 "*) ;; *) return 1 ;; esac } # WORD LIST

# Splits the first word into name and value, and sets n to how many words the option takes.
split_option() { # WORD NEXT-WORD...
    name=$1 value='' n=1
    case $1 in
    -lib | -lineinfo) ;;
    -isystem=*) name=-isystem value=${1#*=} && return ;;
    -[IDUlL]?*) value=${1#-?} name=${1%"$value"} && return ;;
    --*=* | -[a-zX]*=*) ! is_in "${1%%=*}" "$with_value$noted$silent" || { name=${1%%=*} value=${1#*=} && return; } ;;
    esac
    is_in "$1" "$with_value$value_behind$noted$silent" || return 0
    [ $# -ge 2 ] || die "$1 needs a value. Write it behind a blank"
    value=$2 n=2
}

# Does what an option asks for.
take_option() { # NAME VALUE
    case $1 in
    -c | --compile | -dw) mode=compile ;;
    -dc | --device-c) mode=compile static_device='' ;;
    -E | --preprocess) mode=preprocess ;;
    -M | --generate-dependencies) mode=depend deps=-M ;;
    -MM) mode=depend deps=-MM ;;
    -MD | -MMD) deps=$1 ;;
    -MP) add_deps -MP ;;
    -MF) deps_file=$2 ;;
    -MT | -MQ) add_deps "$1" "$2" ;;
    -lib | --lib) mode=archive ;;
    -run | --run) run=1 ;;
    -o | --output-file) out=$2 ;;
    -v | --verbose) verbose=1 ;;
    -dryrun | --dryrun) verbose=1 dry=1 ;;
    -w | --disable-warnings) quiet=1 no_warnings=1 && add_host -w ;;
    -h | -help | --help) help && exit 0 ;;
    -V | -version | --version) version && exit 0 ;;
    -I | --include-path) add_include -I "$2" ;;
    -isystem | --system-include) add_include -isystem "$2" ;;
    -D | --define-macro) add_cpp "-D$2" ;;
    -U | --undefine-macro) add_cpp "-U$2" ;;
    -include | --pre-include) add_cpp -include "$2" ;;
    -iquote | -idirafter | -imacros) add_cpp "$1" "$2" ;;
    -l | --library) add_library "$2" ;;
    -L | --library-path) add_lib "-L$2" ;;
    -g | --debug | -lineinfo | --generate-line-info) debug=-g ;;
    -G | --device-debug) debug=-g level=${level:--O0} ;;
    -optimize | --optimize) add_option "-O$2" ;;
    -std | --std) set_std "$2" ;;
    -x | --x) set_language "$2" ;;
    -arch | --gpu-architecture | -gencode | --generate-code) set_arch "$2" ;;
    -rdc | --relocatable-device-code) [ "$2" != true ] || static_device='' ;;
    -expt-relaxed-constexpr | --expt-relaxed-constexpr) relaxed=--relaxed-constexpr ;;
    -extended-lambda | --extended-lambda | -expt-extended-lambda | --expt-extended-lambda) extended=--extended-lambda ;;
    -fmad | --fmad) [ "$2" != false ] || add_host -ffp-contract=off ;;
    --tool) set_tool "$2" ;;
    --page) page=$2 ;;
    --kernel) page_kernel=$2 ;;
    --launch) page_launch=$2 ;;
    --block) page_block=$2 ;;
    -ccbin | --compiler-bindir) set_compiler "$2" ;;
    -Xcompiler | --compiler-options) split "$2" add_option ;;
    -Xlinker | --linker-options) add_lib "-Wl,$2" ;;
    --param | -mllvm) add_host "$1" "$2" ;;
    -ptx | --ptx | -cubin | --cubin | -fatbin | --fatbin) mode=module suffix=${1##*-} static_device='' ;;
    -default-device | --device-as-default-execution-space) default_device=--default-device ;;
    -dlink | --device-link) mode=device-link ;;
    -shared | --shared) shared=$1 ;;
    *) take_host_option "$1" ;;
    esac
}

# These two may have a value behind a blank: nvcc's -O 2, and the kinds of warnings that are its own.
take_werror() { # NEXT-WORD
    case $1 in
    all-warnings) n=2 && add_host -Werror ;;
    cross-execution-space-call | default-stream-launch | deprecated-declarations | \
        ext-lambda-captures-this | reorder) n=2 ;;
    *) add_host -Werror ;;
    esac
}
take_level() { # NEXT-WORD
    case $1 in
    [0-3]) n=2 && add_option "-O$1" ;;
    *) add_option -O1 ;;
    esac
}

# Options of the host compiler, by how they begin.
take_host_option() { # WORD
    case $1 in
    -static* | -rdynamic | -s) add_lib "$1" ;;
    -W* | -f* | -m* | -O* | -g* | -pthread | -pipe | -pedantic* | -pg | -nostdinc* | -no-pie | -pie | --param=*)
        add_option "$1" ;;
    *) meaningless "$1" ;;
    esac
}

read_option() { # WORD NEXT-WORD...
    split_option "$@"
    if is_in "$name" "$noted"; then
        meaningless "$name=$value"
    elif is_in "$name" "$silent$silent_alone"; then
        return 0
    elif [ "$1" = -Werror ]; then
        take_werror "${2-}"
    elif [ "$1" = -O ]; then
        take_level "${2-}"
    else
        take_option "$name" "$value"
    fi
}

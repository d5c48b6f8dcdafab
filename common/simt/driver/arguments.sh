# The words of the command line, one after the other: options (options.sh), files (inputs.sh), and files of options.
# shellcheck shell=sh disable=SC2034,SC2086,SC2154 # lists are unpacked on purpose, and the parts share variables

# The words of a file of options: blanks separate them, quotes and backslashes protect blanks.
words_of() { # FILE
    [ ! -s "$1" ] || xargs printf "%s$separator" <"$1"
}

# @FILE and --options-file FILE stand for the words of that file, as for g++ and nvcc. CMake writes such files.
read_arguments() {
    while [ $# -gt 0 ]; do
        file='' n=1
        case $1 in
        @?*) file=${1#@} ;;
        --options-file=* | -optf=*) file=${1#*=} ;;
        --options-file | -optf) file=${2:-.} n=2 ;;
        -?*) read_option "$@" ;;
        *) add_input "$1" ;;
        esac
        if [ "$file" ]; then
            [ -f "$file" ] || die "$1: no such file. Check the name"
            words=$(words_of "$file") || die "$file has a quote without an end. Check the file"
            shift "$n"
            set -- $words "$@"
        else
            shift "$n"
        fi
    done
}

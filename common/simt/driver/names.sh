# Names that are not there: what they belong to, and what to do, in a sentence behind the compiler's words.
# shellcheck shell=sh disable=SC2154 # the other parts of simtcc set these variables

tell_unknown_names() {
    place='^([^:]+:[0-9]+):[0-9]+: error: ' member='([A-Za-z0-9_]+)'
    cuda='(cuda[A-Z][A-Za-z0-9_]*|cu[A-Z][a-z][A-Za-z0-9_]*|CU[a-z][A-Za-z0-9_]*|CU_[A-Z0-9_]*|nvrtc[A-Z][A-Za-z0-9_]*)'
    for library in 'curand[A-Z]' 'cublas[A-Z]' 'cufft[A-Z]' 'cusolver[A-Z]' 'cusparse[A-Z]' CURAND_ CUBLAS_ CUFFT_ \
        CUSOLVER_ CUSPARSE_; do
        cuda="${cuda%)}|$library[A-Za-z0-9_]*)"
    done
    without_colors "$tmp/errors" | LC_ALL=C sed -nE \
        -e "s/$place.*'(struct )?$cuda'.* has no member named '$member'.*/\1\t\3::\4/p" \
        -e "s/${place}no member named '$member' in '(struct )?$cuda'.*/\1\t\4::\2/p" \
        -e "s/${place}there are no arguments to '$cuda' that depend.*/\1\t\2/p" \
        -e "s/${place}[a-z ]*'$cuda'.*/\1\t\2/p" \
        -e "s/${place%error: }warning: implicit declaration of function '$cuda'.*/\1\t\2/p" \
        -e "s/$place'$member' is not a member of '(cub|thrust)'.*/\1\t\3::\2/p" \
        -e "s/$place'$member' in namespace '(cub|thrust)' does not name.*/\1\t\3::\2/p" \
        -e "s/${place}no [a-z ]*named '$member' in namespace '(cub|thrust)'.*/\1\t\3::\2/p" |
        awk -F '\t' '{ what = "the CPU runtime has no such name. If CUDA has it, build this program with nvcc" }
            $2 ~ /^thrust::/ { what = "no header that is included has this name. Include its own header of Thrust" }
            !told[$2]++ { print $1 ": " $2 ": " what }' |
        while read -r line; do
            name=${line#*: } header=''
            case $name in cub::*) header=$(header_of_cub "${name%%: *}") ;; esac
            [ ! "$header" ] || name="${name%%: *}: no header that is included has this name. Include <$header>"
            printf '%s: %s\n' "${line%%: *}" "$(in_words "$name")"
        done >&2
}

header_of_cub() { # cub::NAME
    (cd "$simt/include" && grep -rlE "(class|struct|using) ${1#cub::}( |\$)" cub | sort | head -n 1)
}

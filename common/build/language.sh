# For scripts that show pages: language is zh, ru or empty, by WORDS or the locale, as grader/shared/language.h has it.
language=${WORDS:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}}
language=${language%%[!a-z]*}
case $language in ??) [ -f "docs/$language/learner.md" ] || language= ;; *) language= ;; esac

# A message in this language with a line's end, or in English where the catalogue does not have it, and that it is.
said() { # FORMAT WORD...: as of printf
    said_note='not yet in this language' && say "$@"
}
# The same without a word that it is: a part of a message.
said_part() { # FORMAT WORD...
    said_note='' && say "$@"
}
say() {
    said_format=$1 && shift
    [ -z "$language" ] || [ ! -f "docs/$language/messages.po" ] || translate
    # shellcheck disable=SC2059 # it is a format
    printf "$said_format\n" "$@"
}
in_catalogue() { said=$1 awk -f common/build/said.awk "docs/$language/messages.po"; }
translate() {
    said_english=$said_format
    said_format=$(in_catalogue "$said_english") || said_format=$said_english
    [ "$said_format" != "$said_english" ] || [ ! "$said_note" ] ||
        said_format="$said_english ($(in_catalogue "$said_note"))"
}

# The page of the kit at PATH in this language, or PATH where there is none.
in_language() { # PATH
    translated=docs/$language/${1#docs/}
    [ -n "$language" ] && [ -f "$translated" ] && echo "$translated" || echo "$1"
}

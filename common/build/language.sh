# For scripts that show pages: language is zh, ru or empty, by WORDS or the locale, as grader/shared/language.h has it.
language=${WORDS:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}}
language=${language%%[!a-z]*}
case $language in ??) [ -f "docs/$language/learner.md" ] || language= ;; *) language= ;; esac

# The page of the kit at PATH in this language, or PATH where there is none.
in_language() { # PATH
    translated=docs/$language/${1#docs/}
    [ -n "$language" ] && [ -f "$translated" ] && echo "$translated" || echo "$1"
}

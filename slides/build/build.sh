#!/bin/sh
# Builds the decks: slides/NN_name.md to build/slides/NN_name.html and .pdf, and an index of them.
#     sh slides/build/build.sh [DECK] [SOLUTIONS] [html]      DECK=03: only what begins so; html: no PDF
# The students' decks go to build/slides. SOLUTIONS=1: the instructor's, with notes and answers, to
# build/slides-instructor.
set -eu
cd "$(dirname "$0")/../.."
case ${2:-} in
'') audience=students folder=build/slides ;;
1) audience=instructor folder=build/slides-instructor ;;
*)
    echo "make: SOLUTIONS is '$2'. Type SOLUTIONS=1 for the instructor's decks, or leave it out for the students'" >&2
    exit 2
    ;;
esac
root=$PWD out=$PWD/$folder web=$PWD/build/slides-web
decks=$(ls slides/"${1:-}"[0-9_]*.md 2>/dev/null) || {
    echo "make: there is no deck '$1'. There are$(printf ' %s' slides/[0-9]*.md | sed 's#slides/##g; s/\.md//g')" >&2
    exit 2
}

# Marp and the letters, as package-lock.json has them; the browser is the system's own.
mkdir -p "$web" "$out"
rm -rf "$out/md" "$out/paper"
[ "${1:-}" ] || rm -f "$out"/[0-9]*.html "$out"/[0-9]*.pdf # of decks that are gone, too
if ! cmp -s slides/build/package-lock.json "$web/package-lock.json" || [ ! -e "$web/installed" ]; then
    rm -f "$web/installed"
    cp slides/build/package.json slides/build/package-lock.json "$web"
    echo "make: installing Marp into build/slides-web (npm)"
    (cd "$web" && PUPPETEER_SKIP_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error </dev/null) >&2
    touch "$web/installed"
fi

# A theme and pictures that bring their letters with them.
face() { # FAMILY FILE WEIGHT STYLE
    printf '@font-face{font-family:"%s";font-weight:%s;font-style:%s;src:url(data:font/woff2;base64,%s)}' \
        "$1" "$3" "$4" "$(base64 -w 0 "$web/node_modules/@fontsource/$2-latin-$3-$4.woff2")"
}
sans() { face 'Source Sans 3' source-sans-3/files/source-sans-3 "$@"; }
{ sans 400 normal; sans 700 normal; } >"$web/letters.css"
{
    cat slides/theme.css "$web/letters.css"
    sans 400 italic
    for weight in 400 700; do face Inconsolata inconsolata/files/inconsolata $weight normal; done
} >"$web/theme.css"
cp slides/build/marp.config.mjs "$web"

# shellcheck disable=SC2086
sh slides/build/traces.sh "$folder" $audience $decks
# shellcheck disable=SC2086
node slides/build/decks.mjs "$root" "$out" "$web/letters.css" $audience $decks
for browser in chromium chromium-browser google-chrome; do
    CHROME_PATH=${CHROME_PATH:-$(command -v $browser || :)}
done
export CHROME_PATH CHROME_NO_SANDBOX=1
marp() { # FOLDER [OPTION...]; Marp waits at an open standard input
    from=$out/$1
    shift
    set -- --config "$web/marp.config.mjs" --input-dir "$from" --output "$out" "$@"
    nice "$web/node_modules/.bin/marp" "$@" </dev/null >"$web/log" 2>&1 || {
        tail -n 5 "$web/log" >&2
        echo "make: Marp failed. Its log is $web/log" >&2
        exit 2
    }
}
marp md
[ "${3:-}" = html ] || marp paper --pdf --pdf-outlines
echo "$folder/index.html: $(echo $decks | wc -w) of $(ls slides/[0-9]*.md | wc -l) decks built"

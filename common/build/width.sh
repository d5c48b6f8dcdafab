# For scripts that print for people: find_width sets width to the terminal's columns, though no more than
# are good to read; to 80 in a file.
find_width() {
    width=
    [ ! -t 1 ] || { width=$(stty size <&3 2>/dev/null); } 3>&1 # in $() 1 is not the terminal
    width=${width#* }
    case $width in '' | 0 | *[!0-9]*) width=80 ;; esac
    [ "$width" -lt 100 ] || width=100
}

# list prints lines of a target, a tab and what it does as "  make target  what it does", which goes on beneath itself,
# or a little in where that is narrow. Lines that begin with the tab have no target.
list='
    BEGIN { indent = width < 60 ? 5 : 18 }
    { line = $1 == "" ? "" : sprintf("  make %-11s", $1); n = split($2, words, " ") }
    function add(word,    part, glue) {
        for (glue = line == "" ? "" : " "; word != ""; glue = "") {
            part = first_part(word)
            if (line != "" && columns(line glue part) > width) {
                print line; line = sprintf("%*s", $1 == "" ? 6 : indent, ""); glue = " " }
            line = line glue part
            word = substr(word, length(part) + 1) }
    }
    { for (i = 1; i <= n; i++) add(words[i])
      print line }'
list() { LC_ALL=C awk -F'\t' -v width="$width" "$(cat common/build/wide.awk)$list"; }

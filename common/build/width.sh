# For scripts that print for people: find_width sets width to the terminal's columns, though no more than
# are good to read; to 80 in a file.
find_width() {
    width=
    [ ! -t 1 ] || { width=$(stty size <&3 2>/dev/null); } 3>&1 # in $() 1 is not the terminal
    width=${width#* }
    case $width in '' | 0 | *[!0-9]*) width=80 ;; esac
    [ "$width" -lt 100 ] || width=100
}

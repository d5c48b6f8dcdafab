# Columns of a text in UTF-8, for awk in LC_ALL=C: a character is one column wide, or two from U+1000 on. Chinese has no
# blanks, and a line may end behind each of its characters.
function columns(text,    wide) {
    wide = gsub(/[\341-\357]/, "&", text)
    gsub(/[\200-\277]/, "", text)
    return length(text) + wide
}
# The front of a word that stays in one line: up to a character of Chinese and the stops behind it.
function first_part(word) {
    return match(word, /^[^\341-\357]*[\341-\357][\200-\277]*(\357\274[\200-\277]|\343\200[\200-\277])*/) &&
        columns(word) > 8 ? substr(word, 1, RLENGTH) : word
}

# Links of HTML files to files and places in them that are not there, pictures and scripts among them, a line each.
#     find . -name '*.html' | awk -f docs_links.awk      in the handbook's folder; names as find gives them
function target(file, link, path, place, folder) {
    if (link ~ /^[a-z]+:/ || link == "#") return
    place = ""
    if (match(link, /#/)) { place = substr(link, RSTART + 1); link = substr(link, 1, RSTART - 1) }
    folder = file
    sub(/[^\/]*$/, "", folder)
    path = link == "" ? file : folder link
    while (sub(/[^\/]+\/\.\.\//, "", path));
    if (!(path in is_page)) {
        if (!(path in looked)) looked[path] = system("test -e '" path "'")
        if (looked[path]) print file ": " link " is not there"
    } else if (place != "" && !((path, place) in has)) print file ": " link " has no " place
}
{ is_page[$0] = 1; pages[++n] = $0 }
END {
    for (i = 1; i <= n; i++)
        while ((getline line < pages[i]) > 0)
            while (match(line, /(id|name|href|src)="[^"]*"/)) {
                what = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                value = what
                gsub(/^[a-z]*="|"$/, "", value)
                if (what ~ /^(href|src)/) { from[++links] = pages[i]; to[links] = value } else has[pages[i], value] = 1
            }
    for (i = 1; i <= links; i++) target(from[i], to[i])
}

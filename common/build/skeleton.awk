# Makes a learner's file from a solution: what stands between `//> TODO` and `//<` is taken out.
#   //> TODO 2: the task      stays, as a comment
#   solution lines            go
#   //| return -1;            comes in, without its mark
#   //<                       goes
# With `-v solved=2` the file is that of a learner who has done steps 1 and 2: their lines stay.
{ at = match($0, /[^ ]/); indent = at > 1 ? substr($0, 1, at - 1) : "" ; text = substr($0, length(indent) + 1) }
text ~ /^\/\/> TODO [0-9]/ { taken_out = substr(text, 10) + 0 > solved + 0 }
text ~ /^\/\/>/ { print indent "//" substr(text, 4); next }
text ~ /^\/\/\|/ { sub(/^\/\/\| ?/, "", text); if (taken_out) print indent text; next }
text ~ /^\/\/</ { taken_out = 0; next }
!taken_out { print }

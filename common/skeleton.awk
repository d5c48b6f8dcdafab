# Makes a learner's file from a solution: what stands between `//> TODO` and `//<` is taken out.
#   //> TODO 2: the task      stays, as a comment
#   solution lines            go
#   //| return -1;            comes in, without its mark
#   //<                       goes
{ at = match($0, /[^ ]/); indent = at > 1 ? substr($0, 1, at - 1) : "" ; text = substr($0, length(indent) + 1) }
text ~ /^\/\/>/ { print indent "//" substr(text, 4); taken_out = 1; next }
text ~ /^\/\/\|/ { sub(/^\/\/\| ?/, "", text); print indent text; next }
text ~ /^\/\/</ { taken_out = 0; next }
!taken_out { print }

#!/bin/sh
# Submitty runs this in a test's folder, in a container of the package's image. Beside it lie a student's sources.
#     sh submitty.sh LAB
set -u
# What the grader prints goes to a file that graders see, since Submitty shows students standard output. This result
# stands there until the grader has written its own, which does the same before it begins.
cat >result.json <<'JSON'
{"status": "success", "data": {"score": 0, "message": [{"message":
    "The grader failed: it did not start, and this is no grade. Tell your instructor. To have it run again is safe.",
    "status": "failure"}]}}
JSON
sh ./grade.sh . "submitty=$PWD/result.json" "$1" >grader.log 2>&1
exit 0

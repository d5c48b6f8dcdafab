#!/bin/sh
# Packages are installed whoever else installs some: a stand-in of apt fails where two are at work, as apt does.
. "$(dirname "$0")/promise.sh"
bin=$work/bin && mkdir "$bin"
printf '#!/bin/sh\nshift && exec "$@"\n' >"$bin/sudo"
printf '#!/bin/sh\n' >"$bin/apt-cache"
cat >"$bin/apt-get" <<END
#!/bin/sh
mkdir "$work/lock" 2>/dev/null || { echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1" && exit 100; }
sleep 0.3
[ "\$1" != install ] || { printf '#!/bin/sh\n' >"$bin/no-such-compiler" && chmod 755 "$bin/no-such-compiler"; }
rmdir "$work/lock"
END
chmod 755 "$bin"/*
install() { PATH=$bin:$PATH CXX=no-such-compiler sh common/deps.sh core; }

sh common/deps.sh --missing core >"$work/before" || { echo "skip - packages for two at once ($(cat "$work/before") is missing already)" && exit 0; }
install >"$work/one" 2>&1 &
install >"$work/out" 2>&1
other=$?
wait $! && [ $other = 0 ] && [ -x "$bin/no-such-compiler" ] || { cat "$work/one" >>"$work/out" && false; }
promise "two that install at once wait for each other" $?

rm -f "$bin/no-such-compiler" && mkdir "$work/lock"
(sleep 1 && rmdir "$work/lock") &
install >"$work/out" 2>&1 && [ -x "$bin/no-such-compiler" ]
promise "and for somebody else who reads the lists" $?

printf '#!/bin/sh\necho "E: no network" && exit 100\n' >"$bin/apt-get" && rm -f "$bin/no-such-compiler"
! install >"$work/out" 2>&1 && grep -q 'E: no network' "$work/out" && grep -q 'Type: sudo apt-get update && sudo apt-get install' "$work/out"
promise "what no waiting mends is told at once, with the command to type" $?
exit $failed

#!/bin/sh
# Packages are installed whoever else installs some: a stand-in of apt fails where two are at work, as apt does.
# Stand-ins of other package managers write down what they are asked for.
. "$(dirname "$0")/promise.sh"
unset CC CXX CPATH
bin=$work/bin && mkdir "$bin"
printf '#!/bin/sh\nshift && exec "$@"\n' >"$bin/sudo"
printf '#!/bin/sh\n' >"$bin/apt-cache"
cat >"$bin/apt-get" <<END
#!/bin/sh
mkdir "$work/lock" 2>/dev/null ||
    { echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1" && exit 100; }
sleep 0.3
[ "\$1" != install ] || { printf '#!/bin/sh\n' >"$bin/no-such-compiler" && chmod 755 "$bin/no-such-compiler"; }
rmdir "$work/lock"
END
chmod 755 "$bin"/*
install() { PATH=$bin:$PATH CXX=no-such-compiler sh common/build/deps.sh core; }

sh common/build/deps.sh --missing core >"$work/before" ||
    { echo "skip - packages for two at once ($(cat "$work/before") is missing already)" && exit 0; }
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
! install >"$work/out" 2>&1 && grep -q 'E: no network' "$work/out" &&
    grep -q 'Type: sudo apt-get update && sudo apt-get install' "$work/out"
promise "what no waiting mends is told at once, with the command to type" $?

# Systems with nothing of the kit's, and another package manager: what that is asked for.
mkdir "$work/tools"
for tool in sh cat mktemp tail tr rm; do ln -s "$(command -v $tool)" "$work/tools"; done
on() { # MANAGER USER-ID KERNEL GROUP
    rm -rf "$work/system" "$work/asked" && cp -r "$work/tools" "$work/system"
    echo "echo \"\$*\" >\"$work/asked\"" >"$work/system/$1"
    echo "echo $2" >"$work/system/id" && echo "echo $3" >"$work/system/uname"
    sed -i '1i #!/bin/sh' "$work/system/$1" "$work/system/id" "$work/system/uname" && chmod 755 "$work/system"/*
    PATH=$work/system sh common/build/deps.sh "$4" >"$work/out" 2>&1
}
says() { [ "$(cat "$work/out")" = "$1" ]; }
small="make gawk diffutils findutils util-linux"
of_dnf="gcc gcc-c++ libasan libtsan libubsan $small glibc-devel CUnit-devel jansson-devel"
asks() { # MANAGER ARGUMENTS PACKAGES
    on "$1" 0 Linux core && says "make: installing $3 ($1)" && [ "$(cat "$work/asked")" = "$2 $3" ]
}
asks dnf "install -y" "$of_dnf" && asks pacman "-S --needed --noconfirm" "gcc $small glibc cunit jansson" &&
    asks zypper "--non-interactive install" "gcc gcc-c++ $small glibc-devel cunit-devel libjansson-devel"
promise "dnf, pacman and zypper are asked for what their systems call these packages" $?

! on dnf 1000 Linux core && [ ! -e "$work/asked" ] &&
    says "make: these packages are missing: $of_dnf. Ask whoever administers this machine\
 to type: sudo dnf install -y $of_dnf; docs/install.md says what can lie in your home folder instead"
promise "without sudo a sentence says what to ask for" $?

! on dnf 0 Linux class && [ ! -e "$work/asked" ] &&
    says "make: this needs libcyaml-dev, and no package of dnf is known to have that. On Debian it is there"
promise "a package that a system is not known to have is named, and nothing is installed" $?

! on apk 0 Linux core && [ ! -e "$work/asked" ] && grep -q musl "$work/out" && ! on brew 501 Darwin core &&
    grep -q 'needs Linux. docs/install.md' "$work/out"
promise "where the kit cannot run, it leads to a container" $?

mkdir "$work/include" && : >"$work/include/jansson.h"
[ "$(CC='cc -nostdinc' CPATH=$work/include sh common/build/deps.sh --missing core)" = "libc6-dev libcunit1-dev" ]
promise "a header counts wherever the compiler finds it, in a home folder too" $?

# The image: as little of the kit as it copies has to be enough for what it calls.
mkdir "$work/kit" && cp -r Makefile common "$work/kit"
goals=$(sed -n 's|^RUN make -C /tmp/kit \([a-z -]*\) &&.*|\1|p' .devcontainer/Dockerfile)
make -C "$work/kit" -n $goals >"$work/out" 2>&1 &&
    [ "$(grep -o 'deps.sh [a-z]*' "$work/out" | tr '\n' ' ')" = "deps.sh core deps.sh dev deps.sh debug " ] &&
    [ "$(wc -l <.devcontainer/Dockerfile)" -le 15 ] &&
        grep -q '"dockerfile": "Dockerfile", "context": ".."' .devcontainer/devcontainer.json
promise "the image is made by make deps, in 15 lines at most" $?
exit $failed

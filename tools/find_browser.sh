#!/usr/bin/env bash
# Print the path of a Chromium that runs: find_browser.sh [--install]
#
# Takes $CHROMIUM if it is set, else the first of the usual names that runs. With --install, and if none
# does, Debian's is installed where that can be done without asking: by apt-get, as root.
set -euo pipefail

names=(chromium chromium-browser google-chrome google-chrome-stable)

# A name may be on the path and still not run (a stand-in that asks for a snap), so each is tried out.
runs() {
    "$1" --version >/dev/null 2>&1
}

find_one() {
    local name
    for name in "${names[@]}"; do
        if runs "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    if runs "$CHROMIUM"; then
        command -v "$CHROMIUM"
        exit
    fi
    echo "CHROMIUM is set to \"$CHROMIUM\", which does not run; unset it, or name another." >&2
    exit 1
fi

find_one && exit

if [ "${1:-}" = --install ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    echo "installing chromium with apt-get (some minutes, once)" >&2
    export DEBIAN_FRONTEND=noninteractive
    # Lists of packages that are a little old may do, so the installation is tried in any case.
    apt-get update -qq >&2 || true
    if apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >&2; then
        find_one && exit
    fi
fi

echo "The tests of the page need Chromium: install it (on Debian: apt install chromium)," \
    "or say where it is: make browser CHROMIUM=/path/to/chromium" >&2
exit 1

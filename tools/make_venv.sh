#!/usr/bin/env bash
# Make a virtual environment from a Python that will do: make_venv.sh FOLDER
#
# Takes $PYTHON if it is set, else the first of the usual names that is 3.11 or newer.
set -euo pipefail

folder=$1
too_old=""
no_venv=""

names=(python3.13 python3.12 python3.11 python3.14 python3 python)
if [ -n "${PYTHON:-}" ]; then
    names=("$PYTHON")
fi

# A name may be on the path and still not run (a version manager's stand-in), so each is tried out.
for python in "${names[@]}"; do
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        too_old+=" $python ($version)"
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        no_venv+=" $python ($version)"
    else
        echo "making $folder with $python ($version)"
        rm -rf "$folder"
        exec "$python" -m venv "$folder"
    fi
done

{
    echo "everyway needs Python 3.11 or newer."
    if [ -n "$no_venv" ]; then
        echo "This one cannot make virtual environments:$no_venv"
        echo "Install its venv package (on Debian and Ubuntu: apt install python3-venv)."
    fi
    if [ -n "$too_old" ]; then
        echo "Too old:$too_old"
    fi
    if [ -n "${PYTHON:-}" ]; then
        echo "PYTHON is set to \"$PYTHON\"; unset it, or name another."
    else
        echo "If it is there under another name, say so: make PYTHON=/path/to/python3"
    fi
} >&2
exit 1

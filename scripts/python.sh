#!/bin/sh
# Finds Python 3.10 or later, and the programs that check and pack its client library, or installs them from Debian. Only the tests of the
# client libraries need them.
#
#   scripts/python.sh           look, and install if need be; silent if nothing was to be done
#   scripts/python.sh --where   the same, and print the program
#   scripts/python.sh --tools   the same, and print a Python that has mypy, pip, setuptools and wheel
#
# PYTHON names a program to use instead.

set -eu

mode=${1:-}
case $mode in
'' | --where | --tools) ;;
*)
	printf 'usage: %s [--where | --tools]\n' "$0" >&2
	exit 2
	;;
esac

# setuptools is imported before pip, which would load the distutils that it replaces.
# Debian's own program comes last: another of the same name may be in front of it in PATH, and has other modules.
look() {
	for python in ${PYTHON:-python3 /usr/bin/python3}; do
		if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1; then break; fi
		python=''
	done
	for tools in ${PYTHON:-python3 /usr/bin/python3}; do
		if "$tools" -c 'import setuptools, pip, mypy, sys, wheel; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1; then break; fi
		tools=''
	done
	[ -n "$python" ] && [ -n "$tools" ]
}

if ! look; then
	"$(dirname "$0")"/debian.sh python3 python3-pip python3-setuptools python3-wheel mypy || :
	look || {
		printf 'The tests of the client library for Python need Python 3.10 with mypy, pip, setuptools and wheel\n' >&2
		printf '(packages python3, python3-pip, python3-setuptools, python3-wheel, mypy).\n' >&2
		printf 'Install them, or name a Python that has them: PYTHON=/path/to/python3\n' >&2
		exit 1
	}
fi
case $mode in
--where) command -v "$python" ;;
--tools) command -v "$tools" ;;
esac

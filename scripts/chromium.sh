#!/bin/sh
# Installs Chromium if it is missing, for tests that open pages in a browser, and prints its path. Only tests need it.
set -eu
for program in "${CHROMIUM:-}" "$(command -v chromium || :)" "$(command -v chromium-browser || :)" "$(command -v google-chrome || :)"; do
	[ -z "$program" ] || [ ! -x "$program" ] || { printf '%s\n' "$program"; exit 0; }
done
"$(dirname "$0")"/debian.sh chromium >&2 || {
	printf 'Tests look at pages in Chromium. Install it so that it is in PATH, or name it: CHROMIUM=/path/to/chromium\n' >&2
	exit 1
}
command -v chromium

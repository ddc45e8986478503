#!/bin/sh
# Finds a processor of XSLT 2.0 for the official rules on electronic invoices, which are in the folder that TRADELOG_EN16931 names
# (docs/einvoices.md). Only one test needs it. Nothing is installed.
#
#   scripts/en16931.sh           look; one line says so if there is no such folder
#   scripts/en16931.sh --where   the same, and print the command, one word a line
#
# The processor is Saxon: the program XSLT, a saxon*.jar in the folder with java, or saxon or saxonb-xslt in PATH. All take -s:FOLDER
# -xsl:STYLESHEET -o:FOLDER.

set -eu

say() { printf '%s\n' "$*" >&2; }

folder=${TRADELOG_EN16931:-}
if [ -z "$folder" ]; then
	say "The rules of CEN and KoSIT are left out: TRADELOG_EN16931 names no folder with them (docs/einvoices.md)."
	exit 0
fi
if [ ! -d "$folder" ]; then
	say "TRADELOG_EN16931=$folder is no folder."
	exit 1
fi

# look: prints the command.
look() {
	if [ -n "${XSLT:-}" ]; then
		command -v "$XSLT"
		return
	fi
	if [ -n "$(find "$folder" -name 'saxon*.jar')" ] && command -v java; then
		printf '%s\n' -cp "$(find "$folder" -name '*.jar' | tr '\n' ':')" net.sf.saxon.Transform
		return
	fi
	command -v saxon || command -v saxonb-xslt
}

command=$(look) || {
	say "The rules in $folder need a processor of XSLT 2.0: a saxon*.jar beside them and java, saxon or saxonb-xslt."
	say "Install one, or name it: XSLT=/path/to/processor"
	exit 1
}
[ -z "${1:-}" ] || printf '%s\n' "$command"

#!/bin/sh
# Finds PHP with SOAP, Python with zeep and Perl with SOAP::Lite, or installs them from Debian. Only the tests of SOAP with these clients need them.
#
#   scripts/soap-clients.sh           look, and install if need be; silent if nothing was to be done
#   scripts/soap-clients.sh --where   the same, and print the programs, one a line: PHP, Python, Perl
#
# PHP, PYTHON and PERL name programs to use instead.

set -eu

case ${1:-} in
'' | --where) ;;
*)
	printf 'usage: %s [--where]\n' "$0" >&2
	exit 2
	;;
esac

# Debian's own programs come last: others of the same name may be in front of them in PATH.
look() {
	for php in ${PHP:-php /usr/bin/php}; do
		if "$php" -r 'exit(extension_loaded("soap") ? 0 : 1);' >/dev/null 2>&1; then break; fi
		php=''
	done
	for python in ${PYTHON:-python3 /usr/bin/python3}; do
		if "$python" -c 'import zeep' >/dev/null 2>&1; then break; fi
		python=''
	done
	for perl in ${PERL:-perl /usr/bin/perl}; do
		if "$perl" -MSOAP::Lite -e 1 >/dev/null 2>&1; then break; fi
		perl=''
	done
	[ -n "$php" ] && [ -n "$python" ] && [ -n "$perl" ]
}

if ! look; then
	"$(dirname "$0")"/debian.sh php-cli php-soap python3-zeep libsoap-lite-perl || :
	look || {
		printf 'The tests of SOAP need PHP with its SOAP extension, Python with zeep and Perl with SOAP::Lite\n' >&2
		printf '(packages php-cli, php-soap, python3-zeep, libsoap-lite-perl).\n' >&2
		printf 'Install them, or name them: PHP=/path/to/php PYTHON=/path/to/python3 PERL=/path/to/perl\n' >&2
		exit 1
	}
fi
[ -z "${1:-}" ] || printf '%s\n%s\n%s\n' "$php" "$python" "$perl"

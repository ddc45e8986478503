#!/bin/sh
# Finds PHP 8.2 or later with its extension curl, and Composer, or installs them from Debian. Only the tests of the client library for PHP
# need them. The library sends requests by curl or by sockets, and both are tested.
#
#   scripts/php.sh           look, and install if need be; silent if nothing was to be done
#   scripts/php.sh --where   the same, and print the programs, one a line: PHP, Composer
#
# PHP and COMPOSER name programs to use instead.

set -eu

case ${1:-} in
'' | --where) ;;
*)
	printf 'usage: %s [--where]\n' "$0" >&2
	exit 2
	;;
esac

# Debian's own program comes last: another of the same name may be in front of it in PATH.
look() {
	for php in ${PHP:-php /usr/bin/php}; do
		if "$php" -r 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);' >/dev/null 2>&1; then break; fi
		php=''
	done
	composer=$(command -v "${COMPOSER:-composer}" || :)
	[ -n "$php" ] && [ -n "$composer" ]
}

if ! look; then
	"$(dirname "$0")"/debian.sh php-cli php-curl composer || :
	look || {
		printf 'The tests of the client library for PHP need PHP 8.2 or later with curl, and Composer (packages php-cli, php-curl, composer).\n' >&2
		printf 'Install them, or name them: PHP=/path/to/php COMPOSER=/path/to/composer\n' >&2
		exit 1
	}
fi
[ -z "${1:-}" ] || printf '%s\n%s\n' "$(command -v "$php")" "$composer"

#!/bin/sh
# Finds PHP 8.2 or later and Composer, or installs them from Debian. Only the tests of the client library for PHP need them. PHP's extension
# curl is installed along, so that both ways of the library to send requests are tested; without it one of them is.
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
		if "$php" -r 'exit(PHP_VERSION_ID >= 80200 ? 0 : 1);' >/dev/null 2>&1; then break; fi
		php=''
	done
	composer=$(command -v "${COMPOSER:-composer}" || :)
	[ -n "$php" ] && [ -n "$composer" ]
}

if ! look; then
	"$(dirname "$0")"/debian.sh php-cli php-curl composer || :
	look || {
		printf 'The tests of the client library for PHP need PHP 8.2 or later, and Composer (packages php-cli, php-curl, composer).\n' >&2
		printf 'Install them, or name them: PHP=/path/to/php COMPOSER=/path/to/composer\n' >&2
		exit 1
	}
fi
[ -z "${1:-}" ] || printf '%s\n%s\n' "$(command -v "$php")" "$composer"

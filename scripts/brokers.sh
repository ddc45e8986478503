#!/bin/sh
# Provides NATS and RabbitMQ for the tests of relays. Only tests need them. Debian's packages are unpacked in the cache directory and not
# installed, because installed ones start services. NATS is also found in PATH.
#
#   scripts/brokers.sh           look, and unpack if need be; silent if nothing was to be done
#   scripts/brokers.sh --where   the same, and print the programs, one a line: nats-server, rabbitmq-server, epmd
#
# The directory of rabbitmq-server also has erl, which it needs in PATH. NATS_SERVER and RABBITMQ, such a directory with epmd, name
# others to use instead.

set -eu

# shellcheck disable=SC2034 # unpack.sh uses them
needs='The tests of relays need NATS and RabbitMQ'
# shellcheck disable=SC2034
advice='Name them: NATS_SERVER=/path/to/nats-server RABBITMQ=/directory/with/rabbitmq-server,erl,epmd'
. "$(dirname "$0")/unpack.sh"
cache=$(cache_of brokers)

look() {
	for nats in ${NATS_SERVER:-"$(command -v nats-server || :)" "$cache/root/usr/sbin/nats-server"}; do
		if [ -x "$nats" ] && "$nats" --version >/dev/null 2>&1; then break; fi
		nats=''
	done
	rabbit=${RABBITMQ:-"$cache/root"}
	[ -n "$nats" ] && [ -x "$rabbit/rabbitmq-server" ] && [ -x "$rabbit/erl" ] && [ -x "$rabbit/epmd" ]
}

# shellcheck disable=SC2046 # names of packages, without spaces
download() {
	quietly apt-get download nats-server rabbitmq-server \
		$(further 'erlang-[^ ]*' rabbitmq-server) $(further 'lib[^ ]*' erlang-base erlang-crypto)
}

# finish writes programs that run what was unpacked from where it is: Erlang's own name the directory of the package.
finish() {
	{
		with_libraries
		cat <<'RUN'
ROOTDIR=$root/usr/lib/erlang
for BINDIR in "$ROOTDIR"/erts-*/bin; do :; done
EMU=beam
PROGNAME=erl
export ROOTDIR BINDIR EMU PROGNAME
exec "$BINDIR/erlexec" "$@"
RUN
	} >"$1/erl"
	{
		with_libraries
		printf 'for bin in "$root"/usr/lib/erlang/erts-*/bin; do :; done\nexec "$bin/epmd" "$@"\n'
	} >"$1/epmd"
	printf '#!/bin/sh\nexec "${0%%/*}/usr/lib/rabbitmq/bin/rabbitmq-server" "$@"\n' >"$1/rabbitmq-server"
	chmod +x "$1/erl" "$1/epmd" "$1/rabbitmq-server"
}

programs() { printf '%s\n' "$nats" "$rabbit/rabbitmq-server" "$rabbit/epmd"; }

provide 'NATS and RabbitMQ' "$@"

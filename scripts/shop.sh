# shellcheck shell=sh
# Runs a shop for a script, which reads this file with . and then calls serve. The shop and the directory $work end with the script.

work=$(mktemp -d)
shop=''
end() {
	[ -z "$shop" ] || { kill "$shop" 2>/dev/null && wait "$shop" || :; }
	rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

# serve SECONDS FLAG...: starts bin/tradelog with flags, and returns when it answers, at the latest after SECONDS. Its output is in
# $work/said.
serve() {
	patience=$1
	shift
	bin/tradelog serve --listen 127.0.0.1:0 --data "$work/data" "$@" >"$work/said" 2>&1 &
	shop=$!
	waited=0
	until grep -q '^Ctrl-C stops it' "$work/said"; do
		kill -0 "$shop" 2>/dev/null && [ "$waited" -lt "$patience" ] || { cat "$work/said" >&2; exit 1; }
		waited=$((waited + 1))
		sleep 1
	done
}

#!/bin/sh
# Makes the files of GraphiQL in graphql/graphiql again from their packages in the npm registry. Run it for a new version: name
# it below and in graphql/graphiql/LICENSES.
set -eu

graphiql=3.9.0
react=18.3.1

cd "$(dirname "$0")/.."
goal=$PWD/graphql/graphiql
command -v npm >/dev/null || scripts/debian.sh npm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

# take PACKAGE VERSION FILE...: fetches a package and packs files of it for the browser. Packed files are the same each time.
take() {
	tar -xzf "$(npm pack --silent "$1@$2")"
	package=$1
	shift 2
	for file; do
		gzip -9 -n -c "package/$file" >"$goal/${file##*/}.gz"
	done
	printf 'The licence of %s:\n' "$package"
	cat package/LICENSE
	rm -rf package
}

take graphiql "$graphiql" graphiql.min.js graphiql.min.css
take react "$react" umd/react.production.min.js
take react-dom "$react" umd/react-dom.production.min.js

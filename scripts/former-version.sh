#!/bin/sh
# Records the database of a shop of an earlier version, for the test that upgrades it.
#
#   scripts/former-version.sh PROGRAM FILE      PROGRAM is bin/tradelog of that version, FILE a new app/testdata/former/VERSION.sql.gz
#
# The shop has two products, three orders of guests (one invoiced and shipped, one cancelled), and a customer. It needs curl and jq.

set -eu

program=$1
file=$2
work=$(mktemp -d)
chmod 755 "$work"
# The master key of the tests.
TRADELOG_MASTER_KEY=dGVzdHMudGVzdHMudGVzdHMudGVzdHMudGVzdHMudGU=
export TRADELOG_MASTER_KEY TRADELOG_DATA="$work/data"
"$program" serve --listen 127.0.0.1:0 >"$work/said" 2>"$work/log" &
server=$!
trap 'kill "$server" 2>/dev/null && wait "$server" || :; rm -rf "$work"' EXIT
until grep -q 'answers on' "$work/said"; do
	kill -0 "$server" || { cat "$work/said" "$work/log" >&2; exit 1; }
	sleep 0.2
done
api=$(sed -n 's|.*answers on \(http://[^ ]*\).*|\1/api/rest/v2|p' "$work/said" | head -n 1)
token=$("$program" token service --permissions all 2>/dev/null || "$program" token service)

# request METHOD PATH BODY [HEADER]: prints the answer
request() {
	curl -sS --fail-with-body -X "$1" "$api$2" -H 'Content-Type: application/json' -H "${4:-X-None: 1}" -d "$3"
}
base=${api%/api/rest/v2}
until curl -sS -f -o "$work/ready" "$base/readyz"; do
	kill -0 "$server" || { cat "$work/said" "$work/log" >&2; exit 1; }
	sleep 0.2
done
auth="Authorization: Bearer $token"
for sku in MUG CAP; do
	request POST /products "{\"sku\":\"$sku\",\"name\":\"The $sku\",\"price\":12.5,\"weight\":1,\"stockQty\":100,\"websiteIds\":[1]}" "$auth" >&2
done
request POST /customers '{"email":"anna@example.com","password":"secret phrase","firstname":"Anna","lastname":"Smith"}' "$auth" >&2
address='{"firstName":"Gina","lastName":"Guest","street":"1 Main St","city":"Los Angeles","region":"CA","postcode":"90001","countryId":"US","telephone":"555-0100"}'
for n in 1 2 3; do
	cart=$(request POST /guest-carts '{}' | jq -r .maskedId)
	request POST "/guest-carts/$cart/items" "{\"sku\":\"MUG\",\"qty\":$n}" >&2
	id=$(request POST "/guest-carts/$cart/place-order" "{\"shippingAddress\":$address,\"billingAddress\":$address,\"guestEmail\":\"gina@example.com\",
		\"shippingMethod\":\"flatrate_flatrate\",\"paymentMethod\":\"checkmo\"}" "X-Idempotency-Key: order-$n" | jq .id)
	case $n in
	1)
		request POST "/orders/$id/invoices" '{}' "$auth" >&2
		request POST "/orders/$id/shipments" '{}' "$auth" >&2
		;;
	2) request POST "/orders/$id/cancel" '{}' "$auth" >&2 ;;
	esac
done

# The rows of that version are recorded as well: every projector has applied the newest event.
tries=300
until "$program" projections status --json | jq -e 'length > 0 and all(.lag == 0)' >/dev/null; do
	tries=$((tries - 1))
	[ "$tries" -gt 0 ] || { "$program" projections status >&2; exit 1; }
	sleep 0.2
done
psql=$(scripts/postgres.sh --where)
"$psql/pg_dump" --dbname "$(cat "$work/data/database.url")" --no-owner --no-privileges --no-comments --inserts --rows-per-insert=200 \
	--file "$work/dump.sql"
grep -v '^\\\|^--\|^$' "$work/dump.sql" | gzip -9 -n >"$file"
ls -l "$file" >&2

package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// examples are lines for the help of each command, by its words. A test parses them.
var examples = map[string]string{
	"serve": `tradelog serve --demo
tradelog serve --listen :8080 --database postgres://shop@db/shop`,
	"config set": `tradelog config set general/store_information/name "Harbour & Hill"
tradelog config set general/locale/code de_DE --scope store --scope-id 2`,
	"config get": `tradelog config get general/locale/code
tradelog config get general/locale/code --scope store --scope-id 2`,
	"config list": `tradelog config list --changed
tradelog config list --scope website --scope-id 1 --json`,
	"config unset": `tradelog config unset general/locale/code --scope store --scope-id 2
tradelog config unset payment/sandbox/active`,
	"events tail": `tradelog events tail -n 20
tradelog events tail --category order,stock --json`,
	"events history": `tradelog events history order 100000146
tradelog events history --sku MUG
tradelog events history customer-7 --open`,
	"events verify": `tradelog events verify
tradelog events verify --archive 's3://bucket?prefix=log/' --json`,
	"events checkpoint": `tradelog events checkpoint > checkpoint.json
tradelog events checkpoint --key checkpoint.key --data /var/lib/tradelog`,
	"events key": `tradelog events key > key.pub
tradelog events key --data /var/lib/tradelog`,
	"events prove": `tradelog events prove order 100000012 -o receipt.json
tradelog events prove order 100000012 --pdf -o receipt.pdf`,
	"events check": `tradelog events check receipt.json --key key.pub
tradelog events check receipt.json --key key.pub --published checkpoints.jsonl`,
	"events export": `tradelog events export --output log.jsonl
tradelog events export --output log.jsonl --keys keys.jsonl`,
	"events archive": `tradelog events archive --before 2026-01-01 --to archive --key archive.key
tradelog events archive --before 2026-01-01 --to 's3://bucket?prefix=log/' --key archive.key`,
	"events drop": `tradelog events drop --archive archive --public-key archive.key.pub
tradelog events drop --undo`,
	"events import": `tradelog events import log.jsonl --create
tradelog events import --archive archive --create --data restored`,
	"events copy": `tradelog events copy --to postgres://shop@new/shop
tradelog events copy --to esdb://host:2113?tls=false --keys-to postgres://shop@new/shop`,
	"events serve": `tradelog events serve --data /srv/log --esdb-listen 127.0.0.1:2113
tradelog events serve --data /srv/log --esdb-listen 127.0.0.1:2113 --esdb-insecure`,
	"backup create": `tradelog backup create --to backups/monday
tradelog backup create --to backups/monday --whole`,
	"backup restore": `tradelog backup restore --from backups/monday --data restored
tradelog backup restore --from backups/monday --database postgres://shop@new/shop`,
	"backup recover": `tradelog backup recover --to 2026-03-01T12:00:00Z --base backups/base --wal-archive wal
tradelog backup recover --to 4711 --base backups/base --wal-archive wal`,
	"backup base": `tradelog backup base --to backups/base
tradelog backup base --to /mnt/base --data /var/lib/tradelog`,
	"keys status": `tradelog keys status
tradelog keys status --json`,
	"keys rotate": `tradelog keys rotate
tradelog keys rotate --json`,
	"keys reconcile": `tradelog keys reconcile
tradelog keys reconcile --json`,
	"projections status": `tradelog projections status
tradelog projections status --json`,
	"projections rebuild": `tradelog projections rebuild orders
tradelog projections rebuild --all`,
	"projections rollback": `tradelog projections rollback orders
tradelog projections rollback orders customers`,
	"projections verify": `tradelog projections verify orders stock
tradelog projections verify --all`,
	"projections jobs": `tradelog projections jobs
tradelog projections jobs --json`,
	"events reactions": `tradelog events reactions
tradelog events reactions --json`,
	"events parked": `tradelog events parked
tradelog events parked --json`,
	"events retry": `tradelog events retry mails order-42
tradelog events retry mails order-42 --data /var/lib/tradelog`,
	"events skip": `tradelog events skip mails --position 5120 --reason "the address has ended"
tradelog events skip webhooks --position 77 --reason "sent by hand" --data /var/lib/tradelog`,
	"backup check": `tradelog backup check --from backups/monday
tradelog backup check --from backups/monday --database postgres://shop@db/shop`,
	"relay publish": `tradelog relay publish --to nats://broker:4222
tradelog relay publish --to kafka://broker:9092 --types OrderPlaced,OrderShipped --name orders
tradelog relay publish --to https://events.example/in --name events`,
	"webhooks create": `tradelog webhooks create https://erp.example/hooks --resources orders,inventory
tradelog webhooks create https://erp.example/hooks --resources products --fields price --payload document`,
	"webhooks list": `tradelog webhooks list
tradelog webhooks list --json`,
	"webhooks test": `tradelog webhooks test 1
tradelog webhooks test 1 --json`,
	"webhooks deliveries": `tradelog webhooks deliveries 1
tradelog webhooks deliveries 1 --state retrying --limit 100`,
	"webhooks replay": `tradelog webhooks replay 1 --after 5120
tradelog webhooks replay 1 --after latest`,
	"webhooks resume": `tradelog webhooks resume 1
tradelog webhooks resume 1 --data /var/lib/tradelog`,
	"webhooks rotate": `tradelog webhooks rotate 1
tradelog webhooks rotate 1 --overlap 0`,
	"webhooks delete": `tradelog webhooks delete 1
tradelog webhooks delete 1 --data /var/lib/tradelog`,
	"relay status": `tradelog relay status
tradelog relay status --json`,
	"relay delete": `tradelog relay delete orders
tradelog relay delete orders --data /var/lib/tradelog`,
	"token customer": `tradelog token customer --id 7
tradelog token customer --id 7 --expires 10m --data /var/lib/tradelog`,
	"token admin": `tradelog token admin --as anna
tradelog token admin --id 3 --stores 1,2 --expires 8h`,
	"token service": `tradelog token service --permissions orders/read,shipments/all --expires 24h
tradelog token service --as greta --tools @support`,
	"token list": `tradelog token list
tradelog token list --kind api --account 3 --json`,
	"token revoke": `tradelog token revoke 0123456789abcdef0123456789abcdef
tradelog token revoke 0123456789abcdef0123456789abcdef --data /var/lib/tradelog`,
	"user create": `tradelog user create --kind service --username erp --permissions orders/all,inventory/write
tradelog user create --kind admin --username anna --name "Anna Smith" --permissions all`,
	"user password": `tradelog user password 3
tradelog user password 3 --data /var/lib/tradelog`,
	"user two-factor": `tradelog user two-factor 3 --remove
tradelog user two-factor 3 --remove --data /var/lib/tradelog`,
	"user list": `tradelog user list
tradelog user list --json`,
	"user rename": `tradelog user rename 3 --username anna.b
tradelog user rename 3 --name "Anna Brown"`,
	"user enable": `tradelog user enable 3
tradelog user enable 3 --data /var/lib/tradelog`,
	"user tools": `tradelog user tools 3 @support,catalog_products_list
tradelog user tools 3`,
	"agents list": `tradelog agents list
tradelog agents list --account 3 --json`,
	"agents revoke": `tradelog agents revoke 1
tradelog agents revoke 1 --data /var/lib/tradelog`,
	"user disable": `tradelog user disable 3
tradelog user disable 3 --data /var/lib/tradelog`,
	"user forget": `tradelog user forget 3 --dry-run
tradelog user forget --operator anna`,
	"user grants": `tradelog user grants
tradelog user grants --json`,
	"seed demo": `tradelog seed demo
tradelog seed demo --data demo`,
	"seed load": `tradelog seed load --products 10000 --customers 10000 --orders 100000 --data large
tradelog seed load --orders 1000`,
	"customer forget": `tradelog customer forget 7 --dry-run
tradelog customer forget --email ada@example.com`,
	"gateway script": `tradelog gateway script capture decline
tradelog gateway script refund late`,
	"gateway list": `tradelog gateway list
tradelog gateway list --order 42 --json`,
	"invoices create": `tradelog invoices create 100000042
tradelog invoices create 100000042 --line MUG=1 --notify`,
	"invoices list": `tradelog invoices list 100000042
tradelog invoices list 100000042 --json`,
	"invoices pdf": `tradelog invoices pdf 100000042 100000001
tradelog invoices pdf 100000042 100000001 --out invoice.pdf
tradelog invoices pdf --all --to invoices`,
	"invoices einvoice": `tradelog invoices einvoice 100000042 100000001 --format xrechnung
tradelog invoices einvoice 100000042 100000001 --format ubl
tradelog invoices einvoice 100000042 100000003 --credit-memo --out refund.xml`,
	"papers order": `tradelog papers order 100000042
tradelog papers order 100000042 --out order.pdf`,
	"papers packing-slip": `tradelog papers packing-slip 100000042
tradelog papers packing-slip 100000042 100000021 --out parcel.pdf`,
	"papers credit-memo": `tradelog papers credit-memo 100000003
tradelog papers credit-memo 100000003 --out refund.pdf`,
	"papers gift-card": `tradelog papers gift-card GC-7K2M-9QPD-4HZT-WE3X
tradelog papers gift-card 7 --out present.pdf`,
	"sales export": `tradelog sales export invoices --state exported.json --out "invoices-$(date +%F).csv"
tradelog sales export credit-memos --format jsonl --after 0`,
	"mail list": `tradelog mail list --state failed
tradelog mail list --order 100000042 --json`,
	"mail resend": `tradelog mail resend invoice-0192f0c1-2b3c-7d4e-8f50-61728394a5b6
tradelog mail resend --failed`,
	"mail test": `tradelog mail test me@example.com
tradelog mail test me@example.com --kind invoice --store 2`,
	"mail render": `tradelog mail render order --to mails
tradelog mail render all --to mails --store de
tradelog mail render shipment --to mails --order 100000042`,
	"rates list": `tradelog rates list
tradelog rates list --json`,
	"rates set": `tradelog rates set USD EUR 0.9213
tradelog rates set EUR USD 1.0854`,
	"rates delete": `tradelog rates delete USD EUR
tradelog rates delete EUR USD`,
	"shipping import": `tradelog shipping import rates.csv --website 1
tradelog shipping import - --website 1 --condition package_weight`,
	"shipping list": `tradelog shipping list
tradelog shipping list --website 1 --json`,
	"shipping export": `tradelog shipping export --website 1
tradelog shipping export --website 1 --condition package_weight`,
	"attributes list": `tradelog attributes list
tradelog attributes list option --json`,
	"attributes set": `tradelog attributes set attribute --code care --label Care --input text
tradelog attributes set option --attribute color --label Red`,
	"attributes delete": `tradelog attributes delete option 12
tradelog attributes delete set 5`,
	"stores list": `tradelog stores list
tradelog stores list view --json`,
	"stores set": `tradelog stores set view --code fr --name French --group 1
tradelog stores set website --id 2 --name Europe`,
	"stores delete": `tradelog stores delete view 3
tradelog stores delete website 2`,
	"catalog import": `tradelog catalog import products.csv --dry-run
tradelog catalog import - --format jsonl`,
	"catalog export": `tradelog catalog export products.csv
tradelog catalog export - --format jsonl`,
	"bench capacity": `tradelog bench capacity --servers 4 --server-cores 8 --database-cores 16
tradelog bench capacity --logs 5 --polls 20000`,
	"bench http": `tradelog bench http --duration 10s
tradelog bench http --list`,
	"bench suite": `tradelog bench suite
tradelog bench suite --only soap`,
	"completion": `source <(tradelog completion bash)
tradelog completion fish > ~/.config/fish/completions/tradelog.fish`,
	"version": `tradelog version
tradelog --version`,
}

// withExamples ends the help of each command with its examples. within are the words of tradelog in front of those of the program.
func withExamples(k *kong.Kong, within string) error {
	return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		if n, ok := node.(*kong.Node); ok && n.Type == kong.CommandNode {
			if lines := examples[within+wordsOf(n)]; lines != "" {
				n.Detail = strings.TrimSpace(n.Detail + "\n\nExamples:\n\n    " + strings.ReplaceAll(lines, "\n", "\n    "))
			}
		}
		return next(nil)
	})
}

// wordsOf returns the words of a command, such as "events tail".
func wordsOf(n *kong.Node) string {
	var words []string
	for ; n != nil && n.Type == kong.CommandNode; n = n.Parent {
		words = append([]string{n.Name}, words...)
	}
	return strings.Join(words, " ")
}

package contract

import (
	_ "embed"
	"strings"
)

//go:embed testdata/operations.tsv
var table string

// Row is an operation of the contract, one line of testdata/operations.tsv.
type Row struct {
	Core              bool // the contract has it; other rows are extensions
	Method, Path      string
	Auth              string // none, bearer, customer, customer-or-admin, admin or order-token
	Resource, Section string
	Permission, Tool  string   // empty: there is none
	Filters           []string // of a list, advertised
	Silent            []string // of a list, honoured and not advertised
}

// Route identifies the row's operation, see Route.
func (r Row) Route() string { return Route(r.Method, r.Path) }

// Rows returns the operations of the contract, in its order.
func Rows() (rows []Row) {
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		f := strings.Split(line, "\t")
		for i := range f {
			if f[i] == "-" {
				f[i] = ""
			}
		}
		r := Row{Core: f[0] == "core", Method: f[1], Path: f[2], Auth: f[3], Resource: f[4], Section: f[5], Permission: f[6], Tool: f[7]}
		for _, name := range strings.FieldsFunc(f[9], func(c rune) bool { return c == ',' }) {
			if silent, ok := strings.CutPrefix(name, "~"); ok {
				r.Silent = append(r.Silent, silent)
			} else {
				r.Filters = append(r.Filters, name)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// Route returns a method and a path without the names of its variables: GET /orders/{}.
func Route(method, path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if strings.HasPrefix(s, "{") {
			segments[i] = "{}"
		}
	}
	return method + " " + strings.Join(segments, "/")
}

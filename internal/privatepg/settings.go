package privatepg

import (
	"debug/elf"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// defaults suit a machine with other tasks. They are passed on the command line, not written to postgresql.conf, so that a new
// release can change them for existing clusters.
var defaults = map[string]string{
	"cluster_name":         "tradelog", // what ps shows
	"max_connections":      "100",
	"shared_buffers":       "128MB",
	"work_mem":             "8MB",
	"maintenance_work_mem": "64MB",
	"random_page_cost":     "1.1", // for solid state disks
	"jit":                  "off", // compiling takes longer than the queries
	"wal_level":            "replica",
	"wal_compression":      "on", // a log of events writes little else than WAL
	"max_wal_size":         "1GB",
	"timezone":             "UTC",

	"log_destination":         "stderr",
	"logging_collector":       "off", // stderr is a file
	"log_timezone":            "UTC",
	"log_line_prefix":         "%m [%p] %q%u@%d ",
	"log_min_messages":        "warning",
	"log_checkpoints":         "off",
	"log_error_verbosity":     "terse", // details of a violated constraint are values, so somebody's e-mail address
	"log_min_error_statement": "panic", // and so are the literals of a statement
}

// fixed settings cannot be changed: they make the server private, and this package relies on them.
var fixed = map[string]string{
	"listen_addresses":        "",
	"unix_socket_permissions": "0700",
	"unix_socket_group":       "",
	"port":                    "5432",
}

var reserved = []string{"unix_socket_directories", "data_directory", "hba_file", "ident_file", "config_file", "external_pid_file"}

// checkSettings refuses fixed and reserved settings.
func checkSettings(extra map[string]string) error {
	for name := range extra {
		if _, ok := fixed[name]; ok || slices.Contains(reserved, name) {
			return fmt.Errorf("the setting %s of a private PostgreSQL cannot be changed", name)
		}
	}
	return nil
}

// quickCompression is set if the server supports it. This compression is much cheaper than the default.
var quickCompression = map[string]string{"wal_compression": "lz4", "default_toast_compression": "lz4"}

// compressesQuickly reports whether a server was built with lz4.
func compressesQuickly(postgres string) bool {
	program, err := elf.Open(postgres)
	if err != nil {
		return false
	}
	defer program.Close()
	libraries, err := program.ImportedLibraries()
	return err == nil && slices.ContainsFunc(libraries, func(name string) bool { return strings.HasPrefix(name, "liblz4.") })
}

// arguments returns the arguments of postgres in a stable order.
func arguments(postgres, dataDir, socketDir string, extra map[string]string) []string {
	all := maps.Clone(defaults)
	if compressesQuickly(postgres) {
		maps.Copy(all, quickCompression)
	}
	maps.Copy(all, extra)
	maps.Copy(all, fixed)
	args := []string{"-D", dataDir, "-k", socketDir}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		args = append(args, "-c", name+"="+all[name])
	}
	return args
}

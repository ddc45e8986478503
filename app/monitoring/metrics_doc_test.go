package monitoring

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

var (
	descName   = regexp.MustCompile(`fqName: "([^"]+)".*variableLabels: \{([^}]*)\}`)
	tableRow   = regexp.MustCompile("(?m)^\\| `(tradelog_[a-z_]+)` \\| ([^|]*) \\|")
	queryName  = regexp.MustCompile(`\b(?:tradelog|go|process)_[a-z0-9_]+`)
	expression = regexp.MustCompile(`"expr": "((?:[^"\\]|\\.)*)"`)
	rule       = regexp.MustCompile(`expr: (?:>-\s+)?(.*)`)
)

// metricNames are the metrics of the shop with their labels.
func metricNames() map[string]string {
	names := map[string]string{}
	for _, c := range New().own() {
		to := make(chan *prometheus.Desc)
		go func() {
			defer close(to)
			c.Describe(to)
		}()
		for d := range to {
			found := descName.FindStringSubmatch(d.String())
			names[found[1]] = found[2]
		}
	}
	return names
}

// TestMetricsAreDocumented: the table has all metrics with their labels and no others. The dashboard and the alerts use no others.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	names := metricNames()
	page, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range tableRow.FindAllStringSubmatch(string(page), -1) {
		rows[row[1]] = strings.ReplaceAll(strings.ReplaceAll(row[2], "`", ""), ", ", ",")
	}
	for name, labels := range names {
		if row, there := rows[name]; !there || row != labels {
			t.Errorf("docs/metrics.md has %q (there: %v) as the labels of %s, want %q", row, there, name, labels)
		}
	}
	for name := range rows {
		if _, there := names[name]; !there {
			t.Errorf("docs/metrics.md lists %s, which does not exist", name)
		}
	}
	// Histograms have three series each; those of the process come with the client library.
	known := []string{"go_goroutines", "go_memstats_heap_inuse_bytes", "process_cpu_seconds_total", "process_resident_memory_bytes"}
	for name := range names {
		known = append(known, name, name+"_bucket", name+"_sum", name+"_count")
	}
	for file, pattern := range map[string]*regexp.Regexp{"grafana.json": expression, "alerts.yaml": rule} {
		content, err := os.ReadFile("../../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for _, e := range pattern.FindAllStringSubmatch(string(content), -1) {
			for _, name := range queryName.FindAllString(e[1], -1) {
				if asked++; !slices.Contains(known, name) {
					t.Errorf("%s asks for %s, which does not exist", file, name)
				}
			}
		}
		if asked < 10 {
			t.Errorf("%s asks for %d metrics", file, asked)
		}
	}
}

package bench

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"
)

// Row is a figure of a suite with its baseline and target.
type Row struct {
	Name     string
	Figure   string
	Baseline string
	Ratio    float64 // 0 if there is no baseline
	Target   string
	Met      bool
}

// Report holds the results of a suite.
type Report struct {
	When     time.Time
	Version  string
	Database string
	Rows     []Row
	Detail   []Detail
	Bills    []Bill
}

// Detail holds the figures of one scenario.
type Detail struct {
	Scenario string
	Figures  Figures
}

// WriteTo writes the report as Markdown.
func (r *Report) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Results\n\nWritten by `make bench`; [docs/performance.md](../docs/performance.md) tells how it measures and where "+
		"the time goes.\n")
	fmt.Fprintf(&b, "Every ratio is to a baseline of the same run on the same machine.\n\n")
	fmt.Fprintf(&b, "%s, tradelog %s, %s, %s, %s\n\n", r.When.UTC().Format(time.DateOnly), r.Version, machine(), runtime.Version(),
		r.Database)
	fmt.Fprintf(&b, "| What | Figure | Baseline | Ratio | Target | |\n|---|---|---|---|---|---|\n")
	for _, row := range r.Rows {
		ratio, met := "", "missed"
		if row.Ratio != 0 {
			ratio = fmt.Sprintf("%.2f", row.Ratio)
		}
		if row.Met {
			met = "met"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", row.Name, row.Figure, row.Baseline, ratio, row.Target, met)
	}
	fmt.Fprintf(&b, "\n## Scenarios\n\nCPU and memory are the server's alone: not the load generator's, not PostgreSQL's.\n\n")
	fmt.Fprintf(&b, "| Scenario | Concurrency | Per second | p50 | p95 | p99 | CPU | Memory |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, d := range r.Detail {
		f := d.Figures
		cpu, memory := "", ""
		if f.Usage.Memory > 0 {
			cpu, memory = fmt.Sprintf("%.0f%%", 100*f.Usage.CPU.Seconds()/f.Elapsed.Seconds()), megabytes(f.Usage.Memory)
		}
		fmt.Fprintf(&b, "| %s | %d | %.0f | %s | %s | %s | %s | %s |\n", d.Scenario, f.Concurrency, f.PerSecond(), short(f.P50),
			short(f.P95), short(f.P99), cpu, memory)
	}
	if len(r.Bills) > 0 {
		fmt.Fprintf(&b, "\n## The bill of one checkout\n\nThe bill of an idle server is subtracted. Transactions include read-only ones.\n\n")
		fmt.Fprintf(
			&b,
			"| Scenario | Concurrency | Flows | Transactions | Rows inserted | Rows updated | WAL | CPU of the server | CPU of PostgreSQL |\n"+
				"|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
		)
	}
	for _, bill := range r.Bills {
		e := bill.each()
		fmt.Fprintf(&b, "| %s | %d | %d | %.1f | %.1f | %.1f | %.1f KB | %s | %s |\n", bill.Scenario, bill.Concurrency, bill.Flows,
			e.Transactions, e.Inserted, e.Updated, e.WAL/1e3, short(e.Server), short(e.PostgreSQL))
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

func short(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }

func megabytes(bytes int64) string { return fmt.Sprintf("%.0f MB", float64(bytes)/1e6) }

// machine returns the name and the number of the processors.
func machine() string {
	name := runtime.GOARCH
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d × %s", runtime.NumCPU(), name)
}

// Package deploy checks the examples of installations. It parses them as the tools that use them do, and they name only things that the
// program has.
package deploy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

// settings are the environment variables that the program reads.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	named := regexp.MustCompile(`\bTRADELOG_[A-Z_]+`)
	known := map[string]bool{}
	for _, pattern := range []string{"../cmd/tradelog/cli/*.go", "../cmd/tradelog/cli/*/*.go", "../installation/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, error %v", pattern, len(files), err)
		}
		for _, f := range files {
			code, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range named.FindAllString(string(code), -1) {
				known[name] = true
			}
		}
	}
	return known
}

// pinned fails the test for an image without a fixed version.
func pinned(t *testing.T, image string) {
	t.Helper()
	_, tag, ok := strings.Cut(image, ":")
	if !ok || tag == "" || !strings.ContainsAny(tag[:min(2, len(tag))], "0123456789") {
		t.Errorf("the image %s has no fixed version", image)
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	options, err := cli.NewProjectOptions([]string{"compose.yaml"}, cli.WithProfiles([]string{"*"}), cli.WithEnv([]string{
		"POSTGRES_PASSWORD=p", "TRADELOG_MASTER_KEY=m", "TRADELOG_JWT_SECRET=j",
	}))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	known := settings(t)
	for name, s := range project.Services {
		pinned(t, s.Image)
		for variable := range s.Environment {
			if strings.HasPrefix(variable, "TRADELOG_") && !known[variable] {
				t.Errorf("%s: the program knows no %s", name, variable)
			}
		}
		serves := strings.HasPrefix(s.Image, "tradelog:") && len(s.Command) == 0
		if role := s.Environment["TRADELOG_ROLE"]; serves && (role == nil || *role != name) {
			t.Errorf("%s has another role", name)
		}
		for _, v := range s.Volumes {
			if v.Type == "bind" {
				if _, err := os.Stat(v.Source); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	for _, name := range []string{
		"project", "react", "serve", "relay", "postgres", "postgres-replica", "kurrentdb", "nats", "prometheus", "grafana",
	} {
		if _, err := project.GetService(name); err != nil {
			t.Error(err)
		}
	}
}

// documents are the parts of a file.
func documents(t *testing.T, path string) [][]byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(content, []byte("\n---\n"))
}

// serviceMonitor holds the used part of a resource of the Prometheus operator.
type serviceMonitor struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Metadata   struct {
		Name   string            `json:"name"`
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		JobLabel string `json:"jobLabel"`
		Selector struct {
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"selector"`
		Endpoints []struct {
			Port     string `json:"port"`
			Interval string `json:"interval"`
		} `json:"endpoints"`
	} `json:"spec"`
}

func contains(all, some map[string]string) bool {
	for k, v := range some {
		if all[k] != v {
			return false
		}
	}
	return len(some) > 0
}

func TestKubernetes(t *testing.T) {
	t.Parallel()
	known := settings(t)
	files, err := filepath.Glob("kubernetes/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var deployments []apps.Deployment
	var services []core.Service
	var budgets []policy.PodDisruptionBudget
	var monitors []serviceMonitor
	for _, f := range files {
		if filepath.Base(f) == "kustomization.yaml" {
			continue
		}
		for _, d := range documents(t, f) {
			var of struct {
				Kind       string `json:"kind"`
				APIVersion string `json:"apiVersion"`
			}
			if err := yaml.Unmarshal(d, &of); err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			var err error
			switch of.APIVersion + " " + of.Kind {
			case "apps/v1 Deployment":
				var v apps.Deployment
				err = yaml.UnmarshalStrict(d, &v)
				deployments = append(deployments, v)
			case "v1 Service":
				var v core.Service
				err = yaml.UnmarshalStrict(d, &v)
				services = append(services, v)
			case "v1 ConfigMap":
				var v core.ConfigMap
				err = yaml.UnmarshalStrict(d, &v)
				for name := range v.Data {
					if !known[name] {
						t.Errorf("%s: the program knows no %s", f, name)
					}
				}
			case "policy/v1 PodDisruptionBudget":
				var v policy.PodDisruptionBudget
				err = yaml.UnmarshalStrict(d, &v)
				budgets = append(budgets, v)
			case "monitoring.coreos.com/v1 ServiceMonitor":
				var v serviceMonitor
				err = yaml.UnmarshalStrict(d, &v)
				monitors = append(monitors, v)
			default:
				t.Errorf("%s has a %s %s", f, of.APIVersion, of.Kind)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", f, of.Kind, err)
			}
		}
	}
	if len(deployments) != 3 || len(services) != 2 || len(monitors) != 1 {
		t.Fatalf("%d deployments, %d services, %d monitors", len(deployments), len(services), len(monitors))
	}
	for _, d := range deployments {
		pods := d.Spec.Template.Labels
		if !contains(pods, d.Spec.Selector.MatchLabels) {
			t.Errorf("%s does not select its pods", d.Name)
		}
		if !slices.ContainsFunc(budgets, func(b policy.PodDisruptionBudget) bool { return contains(pods, b.Spec.Selector.MatchLabels) }) {
			t.Errorf("%s has no disruption budget", d.Name)
		}
		c := d.Spec.Template.Spec.Containers[0]
		pinned(t, c.Image)
		if want := strings.TrimPrefix(d.Name, "tradelog-"); !slices.Equal(c.Args, []string{"serve", "--role", want}) {
			t.Errorf("%s runs %v", d.Name, c.Args)
		}
		for _, e := range c.Env {
			if !known[e.Name] || e.ValueFrom == nil || e.ValueFrom.SecretKeyRef == nil {
				t.Errorf("%s: %s is unknown, or not in the secret", d.Name, e.Name)
			}
		}
		for path, probe := range map[string]*core.Probe{"/healthz": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
			if probe == nil || probe.HTTPGet == nil || probe.HTTPGet.Path != path {
				t.Errorf("%s: no probe of %s", d.Name, path)
			}
		}
		for _, s := range services {
			if !contains(pods, s.Spec.Selector) {
				continue
			}
			port := s.Spec.Ports[0].TargetPort.String()
			if !slices.ContainsFunc(c.Ports, func(p core.ContainerPort) bool { return p.Name == port }) {
				t.Errorf("%s: the pods of %s have no port %s", s.Name, d.Name, port)
			}
		}
	}
	monitored := slices.IndexFunc(services, func(s core.Service) bool { return contains(s.Labels, monitors[0].Spec.Selector.MatchLabels) })
	if monitored < 0 {
		t.Fatal("the monitor selects no service")
	}
	// The operator names the job by a label of the service; without one, by the service's name.
	if job := services[monitored].Labels[monitors[0].Spec.JobLabel]; !slices.Equal(jobs(t), []string{job}) {
		t.Errorf("the metrics get the job %q, and the alerts are about %q", job, jobs(t))
	}
	var listed struct {
		Resources []string `json:"resources"`
	}
	content, err := os.ReadFile("kubernetes/kustomization.yaml")
	if err == nil {
		err = yaml.Unmarshal(content, &listed)
	}
	if err != nil || len(listed.Resources) != len(files)-2 { // without itself and the monitor
		t.Errorf("%d of %d files are listed, error %v", len(listed.Resources), len(files), err)
	}
}

// jobs returns the names of jobs in the alerts.
func jobs(t *testing.T) (names []string) {
	t.Helper()
	content, err := os.ReadFile("alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`\bjob="([^"]*)"`).FindAllStringSubmatch(string(content), -1) {
		if !slices.Contains(names, found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}

// TestImageHasNoInstallation: the build context of the image has neither the data of an installation in the working tree nor its keys.
func TestImageHasNoInstallation(t *testing.T) {
	t.Parallel()
	const file = "../.dockerignore"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	patterns, err := ignorefile.ReadAll(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	matcher, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatal(err)
	}
	for path, ignored := range map[string]bool{
		"data/keys/master": true, "data/postgres/data/PG_VERSION": true, "shop/keys/master": true, ".git/config": true, "bin/tradelog": true,
		"keys/master": true, "x.pem": true, "recovery.json": true, ".env": true, "deploy/.env": true, "shop/log-0123456789ab.seen": true,
		"go.mod": false, "go.sum": false, "cmd/tradelog/main.go": false, "installation/migrations/00001_event_log.sql": false,
		"cmd/tradelog/demo/products.txt": false, "installation/master_key.go": false,
	} {
		got, err := matcher.MatchesOrParentMatches(path)
		if err != nil || got != ignored {
			t.Errorf("%s: ignored %t, want %t; error %v", path, got, ignored, err)
		}
	}
	if content, err := os.ReadFile("prometheus.yaml"); err != nil || !strings.Contains(string(content), "job_name: "+jobs(t)[0]+"\n") {
		t.Errorf("prometheus.yaml makes no job %q: %v", jobs(t), err)
	}
}

// TestPrometheus: Prometheus scrapes all services of the compose file that have metrics.
func TestPrometheus(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("prometheus.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Global struct {
			Interval string `json:"scrape_interval"`
		} `json:"global"`
		Rules []string `json:"rule_files"`
		Jobs  []struct {
			Name string `json:"job_name"`
			DNS  []struct {
				Names []string `json:"names"`
				Type  string   `json:"type"`
				Port  int      `json:"port"`
			} `json:"dns_sd_configs"`
		} `json:"scrape_configs"`
	}
	if err := yaml.UnmarshalStrict(content, &config); err != nil {
		t.Fatal(err)
	}
	if len(config.Jobs) != 1 || len(config.Jobs[0].DNS) != 1 || config.Jobs[0].DNS[0].Port != 9090 ||
		!slices.Equal(config.Jobs[0].DNS[0].Names, []string{"project", "react", "serve"}) {
		t.Errorf("it reads %+v", config.Jobs)
	}
}

// checkers returns the programs that check alert rules and units.
func checkers(t *testing.T) (promtool, analyze string) {
	t.Helper()
	out, err := exec.Command("../scripts/checkers.sh", "--where").Output()
	programs := strings.Fields(string(out))
	if err != nil || len(programs) != 2 {
		t.Fatalf("scripts/checkers.sh: %v\n%s", err, out)
	}
	return programs[0], programs[1]
}

// TestAlerts: Prometheus accepts the rules, and they fire when they should.
func TestAlerts(t *testing.T) {
	t.Parallel()
	promtool, _ := checkers(t)
	for _, args := range [][]string{
		{"check", "rules", "--lint=all", "--lint-fatal", "alerts.yaml"}, {"test", "rules", "alerts_test.yaml"},
		{"check", "config", "prometheus.yaml"},
	} {
		if out, err := exec.Command(promtool, args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// TestUnit: systemd accepts the unit. The program is not installed here, so another one replaces it.
func TestUnit(t *testing.T) {
	t.Parallel()
	_, analyze := checkers(t)
	content, err := os.ReadFile("tradelog.service")
	if err != nil {
		t.Fatal(err)
	}
	const program = "/usr/local/bin/tradelog"
	known := settings(t)
	for _, name := range regexp.MustCompile(`\bTRADELOG_[A-Z_]+`).FindAllString(string(content), -1) {
		if !known[name] {
			t.Errorf("the program knows no %s", name)
		}
	}
	unit := filepath.Join(t.TempDir(), "tradelog.service")
	if err := os.WriteFile(unit, bytes.ReplaceAll(content, []byte(program), []byte("/bin/true")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", "--recursive-errors=no", unit).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

// TestGrafana: the dashboard is one JSON object whose panels have different positions.
func TestGrafana(t *testing.T) {
	t.Parallel()
	f, err := os.Open("grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var board struct {
		Panels []struct {
			ID      int
			Title   string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	decoder := json.NewDecoder(f)
	if err := decoder.Decode(&board); err != nil {
		t.Fatal(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the dashboard: %v", err)
	}
	places, ids := map[[2]int]string{}, map[int]string{}
	for _, p := range board.Panels {
		place := [2]int{p.GridPos.X, p.GridPos.Y}
		if places[place] != "" || ids[p.ID] != "" || len(p.Targets) == 0 {
			t.Errorf("%s has the place or number of another panel, or no query", p.Title)
		}
		places[place], ids[p.ID] = p.Title, p.Title
	}
}

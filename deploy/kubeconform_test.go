package deploy

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yannh/kubeconform/pkg/validator"
	"k8s.io/client-go/openapi/openapitest"
)

// conformer is kubeconform with the schemas of Kubernetes in client-go's test data: those of v1 and apps/v1. No schema is downloaded. Kinds
// without a schema are decoded strictly, see TestKubernetes.
func conformer(t *testing.T) validator.Validator {
	t.Helper()
	served, err := openapitest.NewEmbeddedFileClient().Paths()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for path, kinds := range map[string]map[string]string{
		"api/v1":       {"io.k8s.api.core.v1.Service": "service-v1", "io.k8s.api.core.v1.ConfigMap": "configmap-v1"},
		"apis/apps/v1": {"io.k8s.api.apps.v1.Deployment": "deployment-apps-v1"},
	} {
		content, err := served[path].Schema("application/json")
		if err != nil {
			t.Fatal(err)
		}
		var document struct {
			Components struct {
				Schemas map[string]map[string]any `json:"schemas"`
			} `json:"components"`
		}
		if err := json.Unmarshal(content, &document); err != nil {
			t.Fatal(err)
		}
		for _, s := range document.Components.Schemas {
			if _, open := s["additionalProperties"]; s["properties"] != nil && !open {
				s["additionalProperties"] = false
			}
		}
		for name, file := range kinds {
			if document.Components.Schemas[name] == nil {
				t.Fatalf("%s has no %s", path, name)
			}
			schema, err := json.Marshal(map[string]any{"$ref": "#/components/schemas/" + name, "components": document.Components})
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, file+".json"), schema, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	v, err := validator.New([]string{filepath.Join(dir, "{{ .ResourceKind }}{{ .KindSuffix }}.json")}, validator.Opts{
		Strict: true, SkipKinds: map[string]struct{}{"PodDisruptionBudget": {}, "ServiceMonitor": {}, "Kustomization": {}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestKubeconform: the manifests are valid by the schemas of Kubernetes, required fields included.
func TestKubeconform(t *testing.T) {
	t.Parallel()
	conform := conformer(t)
	files, err := filepath.Glob("kubernetes/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	valid := 0
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range conform.Validate(f, io.NopCloser(bytes.NewReader(content))) {
			switch r.Status {
			case validator.Valid:
				valid++
			case validator.Skipped, validator.Empty:
			default:
				t.Errorf("%s: %v", f, r.Err)
			}
		}
	}
	if valid != 6 { // three deployments, two services and the settings
		t.Errorf("%d manifests were found valid", valid)
	}
	serve, err := os.ReadFile("kubernetes/serve.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		was, is string
		want    validator.Status
	}{
		{"  selector: {", "  selectors: {", validator.Invalid},                // one is missing, another is unknown
		{"containerPort: 8080", "hostIP: 127.0.0.1", validator.Invalid},       // a required field is missing
		{"      containers:\n", "      initContainers:\n", validator.Invalid}, // a required field is missing
		{"replicas: 3", "replicas: many", validator.Invalid},                  // another type
		{"kind: Deployment", "kind: Deploiment", validator.Error},             // a kind without a schema
	} {
		wrong := strings.Replace(string(serve), c.was, c.is, 1)
		if wrong == string(serve) {
			t.Fatalf("serve.yaml has no %q", c.was)
		}
		results := conform.Validate("wrong.yaml", io.NopCloser(strings.NewReader(wrong)))
		if len(results) == 0 || results[0].Status != c.want {
			t.Errorf("%q in the place of %q: %v", c.is, c.was, results)
		}
	}
}

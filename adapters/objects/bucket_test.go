package objects

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"tradelog/test/doubles"
)

func lastHeader(s *doubles.ObjectStore) http.Header {
	_, header := s.Requests()
	return header
}

// TestRequests: whole files take one request each, and seeking to the next byte takes none.
func TestRequests(t *testing.T) {
	t.Parallel()
	s := doubles.StartObjectStore(t)
	ctx := t.Context()
	storage := open(t, s.URL("&prefix=shop/&ssetype=AES256"), Shared)
	if err := storage.Put(ctx, "a.webp", "image/webp", []byte("0123456789")); err != nil {
		t.Fatal(err)
	}
	if got := lastHeader(s).Get("X-Amz-Server-Side-Encryption"); got != "AES256" {
		t.Errorf("encryption: %q", got)
	}
	if err := storage.Write(ctx, "b.json", []byte(`{"a":1}`)); err != nil {
		t.Fatal(err)
	}
	file, err := storage.Open(ctx, "a.webp")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if want := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC); !file.Modified.Equal(want) {
		t.Errorf("modified %v", file.Modified)
	}
	for _, at := range []int64{0, 4} { // http.ServeContent looks for the end first
		if _, err := file.Seek(0, io.SeekEnd); err != nil {
			t.Error(err)
		}
		if _, err := file.Seek(at, io.SeekStart); err != nil {
			t.Error(err)
		}
		if _, err := io.ReadFull(file, make([]byte, 2)); err != nil {
			t.Error(err)
		}
	}
	if _, err := storage.ReadPart(ctx, "a.webp", 3, 4); err != nil {
		t.Error(err)
	}
	if err := storage.RemoveBelow(ctx, "c"); err != nil {
		t.Error(err)
	}
	if err := storage.Remove(ctx, "b.json"); err != nil {
		t.Error(err)
	}
	want := []string{"PUT shop/a.webp", "PUT shop/b.json", "GET shop/a.webp", "GET shop/a.webp bytes=4-", "GET shop/a.webp bytes=3-6",
		"GET", "DELETE shop/b.json"}
	if got, _ := s.Requests(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := s.Stored("shop/a.webp").Type; got != "image/webp" {
		t.Errorf("stored as %s", got)
	}
}

// TestDamage: a file that the server no longer has as it was sent is an error.
func TestDamage(t *testing.T) {
	t.Parallel()
	s := doubles.StartObjectStore(t)
	storage := open(t, s.URL(""), Private)
	if err := storage.Write(t.Context(), "a", []byte("0123456789")); err != nil {
		t.Fatal(err)
	}
	s.Stored("a").Content[4] = 'x'
	if got, err := storage.Read(t.Context(), "a"); err == nil {
		t.Errorf("%q", got)
	}
}

// TestRefusals: a refusal of the server is an error that tells its reason and no secret. A bucket that does not exist has no files.
func TestRefusals(t *testing.T) {
	s := doubles.StartObjectStore(t)
	ctx := t.Context()
	other := open(t, strings.Replace(s.URL(""), "files", "others", 1), Private)
	if _, err := other.Read(ctx, "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such bucket: %v", err)
	}
	refused := func(storage *Storage, code string) {
		t.Helper()
		_, readErr := storage.Read(ctx, "a")
		for _, err := range []error{storage.Write(ctx, "a", []byte("b")), readErr, storage.Remove(ctx, "a"), storage.RemoveBelow(ctx, "a")} {
			var response minio.ErrorResponse
			if !errors.As(err, &response) || response.Code != code {
				t.Errorf("%v, want %s", err, code)
			} else if !strings.Contains(err.Error(), "bucket files") || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v", err)
			}
		}
	}
	refused(open(t, s.URL("&anonymous=true"), Private), "AccessDenied")
	t.Setenv("AWS_ACCESS_KEY_ID", "somebody")
	refused(open(t, s.URL(""), Private), "InvalidAccessKeyId")
	t.Setenv("AWS_ACCESS_KEY_ID", doubles.ObjectKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong secret")
	refused(open(t, s.URL(""), Private), "SignatureDoesNotMatch")
	if len(s.Keys()) > 0 {
		t.Errorf("stored: %q", s.Keys())
	}
}

// TestCredentials come from the environment, from a profile, or are missing; a profile in the URL goes first.
func TestCredentials(t *testing.T) {
	s := doubles.StartObjectStore(t)
	ctx := t.Context()
	t.Setenv("AWS_SESSION_TOKEN", "a token")
	if err := open(t, s.URL(""), Private).Write(ctx, "a", nil); err != nil || lastHeader(s).Get("X-Amz-Security-Token") != "a token" {
		t.Errorf("%v, with %q", err, lastHeader(s).Get("X-Amz-Security-Token"))
	}
	file := filepath.Join(t.TempDir(), "credentials")
	profile := "[shop]\naws_access_key_id = " + doubles.ObjectKey + "\naws_secret_access_key = " + doubles.ObjectSecret + "\n"
	if err := os.WriteFile(file, []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", file)
	t.Setenv("AWS_ACCESS_KEY_ID", "somebody")
	if err := open(t, s.URL("&profile=shop"), Private).Write(ctx, "b", nil); err != nil {
		t.Error(err)
	}
	if err := open(t, s.URL("&profile=other"), Private).Write(ctx, "c", nil); !errors.Is(err, errNoCredentials) {
		t.Errorf("no such profile: %v", err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	t.Setenv("AWS_PROFILE", "shop")
	if err := open(t, s.URL(""), Private).Write(ctx, "d", nil); err != nil {
		t.Error(err)
	}
	if got := s.Keys(); !slices.Equal(got, []string{"a", "b", "d"}) {
		t.Errorf("stored: %q", got)
	}
}

// TestBucketURLs: parameters and environment choose server and region, and unknown parameters are refused.
func TestBucketURLs(t *testing.T) {
	where := func(target string) string {
		storage, err := Open(target, Private)
		if err != nil {
			return err.Error()
		}
		b := storage.files.(*bucket)
		u, err := b.client.PresignHeader(t.Context(), "GET", b.name, b.key("a"), time.Minute, nil, nil)
		if err != nil {
			return err.Error()
		}
		scope, _ := url.QueryUnescape(u.Query().Get("X-Amz-Credential"))
		return u.Scheme + "://" + u.Host + u.Path + " " + strings.Split(scope, "/")[2]
	}
	check := func(target, want string) {
		t.Helper()
		if got := where(target); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
	check("s3://shop?region=eu-central-1", "https://shop.s3.eu-central-1.amazonaws.com/a eu-central-1")
	check("s3://shop/log?region=eu-central-1&awssdk=v2", "https://shop.s3.eu-central-1.amazonaws.com/a eu-central-1")
	check("s3://shop?region=eu-central-1&prefix=log/", "https://shop.s3.eu-central-1.amazonaws.com/log/a eu-central-1")
	check("s3://shop?region=eu-central-1&use_path_style=true", "https://s3.eu-central-1.amazonaws.com/shop/a eu-central-1")
	check("s3://shop?region=eu-central-1&disable_https=true", "http://shop.s3.eu-central-1.amazonaws.com/a eu-central-1")
	check("s3://shop?region=eu-central-1&dualstack=true", "https://shop.s3.dualstack.eu-central-1.amazonaws.com/a eu-central-1")
	check("s3://shop?region=eu-central-1&accelerate=true", "https://shop.s3-accelerate.amazonaws.com/a eu-central-1")
	check("s3://shop?region=us-east-2&fips=true", "https://shop.s3-fips.us-east-2.amazonaws.com/a us-east-2")
	check("s3://my.shop?region=eu-central-1", "https://s3.eu-central-1.amazonaws.com/my.shop/a eu-central-1")
	minio := "&region=us-east-1&endpoint=https://minio.example"
	check("s3://shop?use_path_style=true"+minio, "https://minio.example/shop/a us-east-1")
	check("s3://shop?s3ForcePathStyle=true"+minio, "https://minio.example/shop/a us-east-1")
	check("s3://shop?hostname_immutable=true"+minio, "https://minio.example/shop/a us-east-1")
	check("s3://shop?awssdk=v2"+minio+":9000/", "https://shop.minio.example:9000/a us-east-1")
	check("s3://shop?region=us-east-1&endpoint=minio.example&disable_https=1", "http://shop.minio.example/a us-east-1")
	check("s3://shop?region=us-east-1&endpoint=http://127.0.0.1:9000", "http://127.0.0.1:9000/shop/a us-east-1")

	t.Setenv("AWS_DEFAULT_REGION", "eu-west-3")
	check("s3://shop", "https://shop.s3.eu-west-3.amazonaws.com/a eu-west-3")
	t.Setenv("AWS_REGION", "eu-west-1")
	t.Setenv("AWS_ENDPOINT_URL_S3", "http://minio:9000")
	check("s3://shop?use_path_style=true", "http://minio:9000/shop/a eu-west-1")

	for target, want := range map[string]string{
		"s3://shop?regoin=a-secret":       `the parameter "regoin" is unknown; known are awssdk, `,
		"s3://shop?use_path_style=maybe":  "the parameter use_path_style is true or false",
		"s3://shop?ssetype=rot13":         "ssetype",
		"s3://shop?endpoint=ftp://a":      "https://",
		"s3://shop?endpoint=https://a/b":  "endpoint a/b",
		"s3://":                           "Bucket name",
		"s3://%zz":                        "URL",
		"gs://shop":                       "s3://",
		"file://":                         "no directory",
		"file:///srv/media?base_url=/a":   `the parameter "base_url" is unknown; known are create_dir, metadata, no_tmp_dir`,
		"file:///srv/media?metadata=some": "metadata",
		"":                                "no place",
	} {
		got := where(target)
		if !strings.Contains(got, want) || strings.Contains(got, "secret") {
			t.Errorf("%s: %s", target, got)
		}
	}
	if got := where("s3://shop?nonsense=1"); !strings.Contains(got, "region") || !strings.Contains(got, "s3ForcePathStyle") {
		t.Errorf("%s", got)
	}
}

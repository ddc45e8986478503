package backup

import "testing"

func TestPasswordsAreNoArguments(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"postgres://shop:top%20secret@db:5433/shop?sslmode=disable":            "postgres://shop@db:5433/shop?sslmode=disable",
		"postgres://shop@db/shop?password=top%20secret&application_name=a%20b": "postgres://shop@db/shop?application_name=a%20b",
		"host=db user=shop password='top secret' dbname=shop":                  "host=db user=shop  dbname=shop",
		"host=db password = 'top secret' sslmode=disable":                      "host=db  sslmode=disable",
		"postgres://shop@/shop?host=%2Fa+b&port=5432&password=top%20secret":    "postgres://shop@/shop?host=%2Fa%2Bb&port=5432",
	} {
		if got, password := withoutPassword(given); got != want || password != "top secret" {
			t.Errorf("%s: %s and %q", given, got, password)
		}
	}
}

package objects

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
)

// credentialsTimeout bounds the time in which a service of the cloud answers with credentials.
const credentialsTimeout = 5 * time.Second

// credentialsOf returns the credentials of a profile, or else those of the environment, of the default profile, or of the machine's role.
func credentialsOf(anonymous bool, profile string) *credentials.Credentials {
	switch {
	case anonymous:
		return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
	case profile != "":
		return credentials.New(&chain{of: []credentials.Provider{&credentials.FileAWSCredentials{Profile: profile}}})
	}
	// Outside of a cloud nobody answers at the address of the role.
	role := &credentials.IAM{Client: &http.Client{Timeout: credentialsTimeout}}
	return credentials.New(&chain{of: []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, role}})
}

// chain takes the credentials of the first provider that has any, or fails with the reasons of all. The chain of
// minio-go would send requests without a signature instead.
type chain struct {
	of   []credentials.Provider
	used credentials.Provider
}

// RetrieveWithCredContext returns the first credentials.
func (c *chain) RetrieveWithCredContext(from *credentials.CredContext) (credentials.Value, error) {
	var reasons error
	for _, one := range c.of {
		value, err := one.RetrieveWithCredContext(from)
		if err == nil && value.AccessKeyID != "" && value.SecretAccessKey != "" {
			c.used = one
			return value, nil
		}
		reasons = errors.Join(reasons, err)
	}
	if reasons == nil {
		return credentials.Value{}, errNoCredentials
	}
	return credentials.Value{}, fmt.Errorf("%w: %w", errNoCredentials, reasons)
}

var errNoCredentials = errors.New("no credentials for S3 in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, in a profile or of a role")

// Retrieve is RetrieveWithCredContext for callers without a context.
func (c *chain) Retrieve() (credentials.Value, error) { return c.RetrieveWithCredContext(nil) }

// IsExpired tells whether the credentials must be retrieved again.
func (c *chain) IsExpired() bool { return c.used == nil || c.used.IsExpired() }

package objects

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/encrypt"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// bucket has the files of an S3-compatible bucket.
type bucket struct {
	client     minio.Core
	transport  *http.Transport
	name       string
	prefix     string             // of all keys
	encryption encrypt.ServerSide // nil: as the bucket is configured
}

// attempts is how often a request is sent if the server or the network fails.
const attempts = 3

// openBucket returns the bucket of a URL. Its parameters say more about the server than the environment. Nothing is sent to the server.
func openBucket(u *url.URL) (*bucket, error) {
	q := parameters{values: u.Query()}
	q.ignore("awssdk", "rate_limiter_capacity", "request_checksum_calculation", "response_checksum_validation")
	region := cmp.Or(q.text("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	endpoint := cmp.Or(q.text("endpoint"), os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	secure := !q.flag("disable_https")
	pathStyle, forced, immutable := q.flag("use_path_style"), q.flag("s3ForcePathStyle"), q.flag("hostname_immutable")
	accelerate, dualstack, fips := q.flag("accelerate"), q.flag("dualstack"), q.flag("fips")
	creds := credentialsOf(q.flag("anonymous"), q.text("profile"))
	b := &bucket{name: u.Host, prefix: q.text("prefix")}
	var err error
	if b.encryption, err = encryptionOf(q.text("ssetype"), q.text("kmskeyid")); err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}

	if scheme, host, ok := strings.Cut(endpoint, "://"); ok {
		if scheme != "http" && scheme != "https" {
			return nil, errors.New("the endpoint is a URL of https:// or http://")
		}
		endpoint, secure = strings.TrimSuffix(host, "/"), scheme == "https"
	}
	switch {
	case endpoint != "":
	case !fips:
		endpoint = "s3.amazonaws.com"
	case region == "":
		return nil, errors.New("the parameter fips needs a region")
	case dualstack:
		endpoint = "s3-fips.dualstack." + region + ".amazonaws.com"
	default:
		endpoint = "s3-fips." + region + ".amazonaws.com"
	}
	lookup := minio.BucketLookupDNS
	if pathStyle || forced || immutable || !canBeHost(b.name, endpoint, secure) {
		lookup = minio.BucketLookupPath
	}
	if b.transport, err = minio.DefaultTransport(secure); err != nil {
		return nil, err
	}
	client, err := minio.New(endpoint, &minio.Options{
		Creds: creds, Secure: secure, Region: region, BucketLookup: lookup, Transport: b.transport, MaxRetries: attempts,
	})
	if err != nil {
		return nil, fmt.Errorf("endpoint %s: %w", endpoint, err)
	}
	if err := s3utils.CheckValidBucketName(b.name); err != nil {
		return nil, err
	}
	client.SetS3EnableDualstack(dualstack)
	if accelerate && dualstack {
		client.SetS3TransferAccelerate("s3-accelerate.dualstack.amazonaws.com")
	} else if accelerate {
		client.SetS3TransferAccelerate("s3-accelerate.amazonaws.com")
	}
	b.client = minio.Core{Client: client}
	return b, nil
}

// canBeHost tells whether the name of a bucket can stand before the host of an endpoint. Certificates cover no further dots.
func canBeHost(bucket, endpoint string, secure bool) bool {
	host := endpoint
	if h, _, err := net.SplitHostPort(endpoint); err == nil {
		host = h
	}
	return net.ParseIP(strings.Trim(host, "[]")) == nil && s3utils.CheckValidBucketNameStrict(bucket) == nil &&
		!(secure && strings.Contains(bucket, "."))
}

func encryptionOf(kind, key string) (encrypt.ServerSide, error) {
	switch {
	case strings.EqualFold(kind, "aws:kms"), kind == "" && key != "":
		return encrypt.NewSSEKMS(key, nil)
	case strings.EqualFold(kind, "AES256"):
		return encrypt.NewSSE(), nil
	case kind == "":
		return nil, nil
	}
	return nil, errors.New("the parameter ssetype is AES256 or aws:kms")
}

// close closes idle connections.
func (b *bucket) close() error {
	b.transport.CloseIdleConnections()
	return nil
}

func (b *bucket) key(name string) string { return escaped(b.prefix + name) }

// failed returns the error of a request for a file, as package fs has it for missing files. Other errors name bucket and file.
func (b *bucket) failed(name string, err error) error {
	switch minio.ToErrorResponse(err).Code {
	case "":
		if err == nil {
			return nil
		}
	case minio.NoSuchKey, minio.NoSuchBucket, "NotFound", "ObjectNotInActiveTierError":
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return fmt.Errorf("%s in bucket %s: %w", name, b.name, err)
}

// get sends a request for the bytes of a file from an offset on, to its end if length is negative. The checksum of a whole file is checked
// when the last byte is read, if the bucket has one.
func (b *bucket) get(ctx context.Context, name string, offset, length int64) (io.ReadCloser, minio.ObjectInfo, error) {
	var o minio.GetObjectOptions
	switch {
	case length >= 0:
		o.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+length-1))
	case offset > 0:
		o.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	default:
		o.Checksum = true
	}
	body, info, _, err := b.client.GetObject(ctx, b.name, b.key(name), o)
	return body, info, b.failed(name, err)
}

func (b *bucket) open(ctx context.Context, name string) (*File, error) {
	body, info, err := b.get(ctx, name, 0, -1)
	if err != nil {
		return nil, err
	}
	return &File{&object{bucket: b, ctx: ctx, name: name, size: info.Size, body: body}, info.Size, info.LastModified}, nil
}

// object reads a file of a bucket. After Seek, the next Read sends a request if it is elsewhere.
type object struct {
	bucket *bucket
	ctx    context.Context
	name   string
	size   int64
	at     int64         // the next byte to read
	body   io.ReadCloser // nil after Close
	begins int64         // the next byte of body
}

func (o *object) Read(p []byte) (int, error) {
	switch {
	case o.body == nil:
		return 0, fs.ErrClosed
	case o.at >= o.size && o.begins != o.at:
		return 0, io.EOF
	case o.begins != o.at:
		body, _, err := o.bucket.get(o.ctx, o.name, o.at, -1)
		if err != nil {
			return 0, err
		}
		_ = o.body.Close()
		o.body, o.begins = body, o.at
	}
	n, err := o.body.Read(p)
	o.at += int64(n)
	o.begins = o.at
	return n, err
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fmt.Errorf("seek to %d: %w", offset, fs.ErrInvalid)
	}
	o.at = offset
	return offset, nil
}

func (o *object) Close() error {
	if o.body == nil {
		return fs.ErrClosed
	}
	err := o.body.Close()
	o.body = nil
	return err
}

func (b *bucket) readPart(ctx context.Context, name string, part []byte, offset int64) error {
	if len(part) == 0 { // no range is empty
		_, err := b.client.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
		return b.failed(name, err)
	}
	body, _, err := b.get(ctx, name, offset, int64(len(part)))
	var refused minio.ErrorResponse
	if errors.As(err, &refused) && refused.Code == minio.InvalidRange { // the file ends before the offset
		return io.EOF
	}
	if err != nil {
		return err
	}
	defer body.Close()
	_, err = io.ReadFull(body, part)
	return err
}

func (b *bucket) exists(ctx context.Context, name string) (bool, error) {
	_, err := b.client.StatObject(ctx, b.name, b.key(name), minio.StatObjectOptions{})
	if err = b.failed(name, err); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// put sends a file in one request, so that no parts remain if it fails. The server compares the content with its MD5 sum, which all servers
// know.
func (b *bucket) put(ctx context.Context, name, contentType string, content []byte) error {
	_, err := b.client.Client.PutObject(ctx, b.name, b.key(name), bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType: contentType, ServerSideEncryption: b.encryption, SendContentMd5: true, DisableMultipart: true,
	})
	return b.failed(name, err)
}

func (b *bucket) remove(ctx context.Context, name string) error {
	return b.removeKey(ctx, name, b.key(name))
}

func (b *bucket) removeKey(ctx context.Context, name, key string) error {
	err := b.failed(name, b.client.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{}))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (b *bucket) removeBelow(ctx context.Context, folder string) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	for one := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.key(folder) + "/", Recursive: true}) {
		if one.Err != nil {
			return b.failed(folder, one.Err)
		}
		if err := b.removeKey(ctx, folder, one.Key); err != nil {
			return err
		}
	}
	return ctx.Err()
}

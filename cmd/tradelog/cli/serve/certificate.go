package serve

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"
)

// certificateLife is the validity of a certificate.
const certificateLife = 10 * 365 * 24 * time.Hour

// selfSignedCertificate returns the certificate of a server for which the operator has named none. The certificate is in a file of a
// directory; clients trust the file as an authority. If there is no file it is made, for this machine and the address that the server
// listens on. The function fails if the certificate is for other addresses, or has expired.
func selfSignedCertificate(dir string, address net.Addr) (file string, c tls.Certificate, err error) {
	file, key := filepath.Join(dir, "server.crt"), filepath.Join(dir, "server.key")
	if _, err = os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		err = createCertificate(dir, file, key, address)
	}
	if err != nil {
		return file, c, err
	}
	if c, err = tls.LoadX509KeyPair(file, key); err != nil {
		return file, c, err
	}
	if time.Now().After(c.Leaf.NotAfter) {
		return file, c, fmt.Errorf("%s has expired; remove it and %s, and a new one is made", file, key)
	}
	for _, ip := range addresses(address) {
		if c.Leaf.VerifyHostname(ip.String()) == nil {
			return file, c, nil
		}
	}
	return file, c, fmt.Errorf("%s is not for %s; remove it and %s, and a new one is made", file, address, key)
}

// createCertificate writes the key first: a certificate without its key would never be made again.
func createCertificate(dir, file, key string, address net.Addr) error {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	names := []string{"localhost"}
	if own, err := os.Hostname(); err == nil && own != "" {
		names = append(names, own)
	}
	now := time.Now()
	template := &x509.Certificate{
		Subject: pkix.Name{CommonName: "tradelog"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife), DNSNames: names,
		IPAddresses: append(addresses(address), net.IPv4(127, 0, 0, 1), net.IPv6loopback), BasicConstraintsValid: true, IsCA: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		return err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}), 0o600); err != nil {
		return err
	}
	whole := file + ".new"
	if err := os.WriteFile(whole, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}), 0o644); err != nil {
		return err
	}
	return os.Rename(whole, file)
}

// addresses returns the IP addresses that clients may use to reach a listener: its own, or all of the machine.
func addresses(of net.Addr) (ips []net.IP) {
	if tcp, ok := of.(*net.TCPAddr); ok && !tcp.IP.IsUnspecified() {
		return []net.IP{tcp.IP}
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil // the names remain
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok {
			ips = append(ips, n.IP)
		}
	}
	return ips
}

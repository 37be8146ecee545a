package blob

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// bucketAddress is a bucket's address and credentials.
type bucketAddress struct {
	host, bucket, prefix string
	key, secret          string
	region               string        // ?region=, if the store needs one
	withoutTLS           bool          // ?plain=1: HTTP without TLS
	timeout              time.Duration // ?timeout=, how long the store may take to respond
}

// parseAddress parses s3://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=…&plain=1&timeout=10s]. It returns an
// error for an unknown option, because otherwise a mistyped option would be ignored silently. No error contains the
// address, which holds a secret.
func parseAddress(text string) (address bucketAddress, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return address, errors.New("blob: the store's address is s3://KEY:SECRET@HOST/BUCKET, with %2F for / in KEY and SECRET")
	}
	address = bucketAddress{host: u.Host, key: u.User.Username(), timeout: responseTimeout}
	address.secret, _ = u.User.Password()
	if address.bucket, address.prefix, _ = strings.Cut(strings.Trim(u.Path, "/"), "/"); address.bucket == "" {
		return address, errors.New("blob: the store's address names no bucket")
	}
	options, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return address, errors.New("blob: the options of the store's address cannot be read")
	}
	for name := range options {
		if err := address.set(name, options.Get(name)); err != nil {
			return address, err
		}
	}
	return address, nil
}

func (at *bucketAddress) set(name, value string) (err error) {
	switch name {
	case "region":
		at.region = value
	case "plain":
		if at.withoutTLS = value == "1"; !at.withoutTLS {
			return fmt.Errorf("blob: the store's option plain is 1 or left out, not %q", value)
		}
	case "timeout":
		if at.timeout, err = time.ParseDuration(value); err != nil || at.timeout <= 0 {
			return fmt.Errorf("blob: the store's option timeout is a duration such as 10s, not %q", value)
		}
	default:
		return fmt.Errorf("blob: the store's address has no option %q: region, plain and timeout are known", name)
	}
	return nil
}

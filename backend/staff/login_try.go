package staff

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"regexp"
	"time"

	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

// Limits of failed logins. None of them counts by a name alone: anyone who knows an operator's name
// could lock that operator out. A browser that signed in before has a count of its own.
var (
	loginTries   = limit.Rule{Max: 10, Window: 15 * time.Minute} // of a name from an address; of a known browser
	addressTries = limit.Rule{Max: 50, Window: 15 * time.Minute} // of all names from an address
	sessionTries = limit.Rule{Max: 10, Window: 15 * time.Minute} // in a session, to change password or code app
	codeTries    = limit.Rule{Max: 20, Window: 15 * time.Minute} // after the right password
)

// deviceCookie marks a browser that an operator signed in with before. It gives no access.
const deviceCookie = "__Host-krapao_desk"

// maxDevices is how many devices are stored for an operator. The least recently used are dropped.
const (
	maxDevices     = 20
	deviceLifetime = 365 * 24 * time.Hour
)

var deviceIDPattern = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// loginTry is one login, counted before its password is checked.
type loginTry struct {
	caller  password.Caller
	key     string
	address string // key of the address's failures; "" for a known browser
}

func (s *Service) countTry(ctx context.Context, c Credentials) (loginTry, error) {
	isKnown, err := s.isKnownDevice(ctx, c)
	if err != nil {
		return loginTry{}, err
	}
	var t loginTry
	if isKnown {
		t.key = "operator:device:" + hex.EncodeToString(hashToken(c.Device))
		t.caller = password.Caller{Known: true, Origin: t.key}
	} else {
		address := web.From(ctx).Address()
		t = loginTry{caller: password.Caller{Origin: address}, key: "operator:addr:" + address + ":" + c.Username, address: "operator:all:" + address}
		// Checked first, so that an address that tries every name adds no more rows.
		if err := limit.Refusal(s.Limits.Peek(ctx, t.address, addressTries)); err != nil {
			return t, err
		}
	}
	if err := password.CheckQueue(t.caller); err != nil {
		return t, err
	}
	return t, limit.Refusal(s.Limits.Hit(ctx, t.key, loginTries))
}

// countFailure counts one more failure of the address.
func (s *Service) countFailure(ctx context.Context, t loginTry) error {
	if t.address == "" {
		return nil
	}
	_, err := s.Limits.Hit(ctx, t.address, addressTries)
	return err
}

func (s *Service) isKnownDevice(ctx context.Context, c Credentials) (bool, error) {
	if !deviceIDPattern.MatchString(c.Device) {
		return false, nil
	}
	return s.q().IsOperatorDeviceKnown(ctx, db.IsOperatorDeviceKnownParams{Username: c.Username, DeviceHash: hashToken(c.Device)})
}

// storeDevice stores the browser for the operator's next login. It returns the id that the browser sent,
// or a new one.
func (s *Service) storeDevice(ctx context.Context, operator int64, device string) (string, error) {
	if !deviceIDPattern.MatchString(device) {
		device = rand.Text()
	}
	err := s.q().StoreOperatorDevice(ctx, db.StoreOperatorDeviceParams{OperatorID: operator, DeviceHash: hashToken(device), Now: s.Clock()})
	if err != nil {
		return "", err
	}
	return device, s.q().DeleteOldOperatorDevices(ctx, db.DeleteOldOperatorDevicesParams{OperatorID: operator, Keep: maxDevices})
}

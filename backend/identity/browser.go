package identity

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"regexp"
	"strconv"
	"time"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

// deviceCookie marks a browser that signed in before. It gives no access.
const deviceCookie = "__Host-krapao_device"

// deviceLifetime is the lifetime of the device cookie: one year.
const deviceLifetime = 365 * 24 * time.Hour

// maxDevices is how many devices are stored for a member. The least recently used ones are dropped.
const maxDevices = 20

// maxAddresses is how many addresses of a member's sign-ins are stored for one day.
const maxAddresses = 50

// deviceIDPattern matches the device ids that we make (rand.Text).
var deviceIDPattern = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// Browser holds a caller's cookies. Its fields may be empty or made up.
type Browser struct {
	Device string `cookie:"__Host-krapao_device"`
	Proof  string `cookie:"__Host-krapao_proof"`
}

// isKnownDevice reports whether a device signed in before as the member with this phone.
func (s *Service) isKnownDevice(ctx context.Context, phone, device string) (bool, error) {
	if !deviceIDPattern.MatchString(device) {
		return false, nil
	}
	return s.q().IsDeviceKnown(ctx, db.IsDeviceKnownParams{Phone: phone, DeviceHash: hashToken(device)})
}

// storeDevice stores the device and the caller's address for the member's next login. If the device
// signed in as other members before, it also stores each pair of members (package person). It returns
// the device's id: the one that the browser sent, or a new one.
func (s *Service) storeDevice(ctx context.Context, member int64, device string) (string, error) {
	if !deviceIDPattern.MatchString(device) {
		device = rand.Text()
	}
	err := s.q().StoreKnownDevice(ctx, db.StoreKnownDeviceParams{MemberID: member, DeviceHash: hashToken(device), Now: s.Clock()})
	if err == nil {
		err = s.q().MarkSharedDevice(ctx, db.MarkSharedDeviceParams{DeviceHash: hashToken(device), MemberID: member, Now: s.Clock()})
	}
	if req := web.From(ctx); err == nil && req.IP.IsValid() {
		err = s.q().StoreSignInAddress(ctx, db.StoreSignInAddressParams{MemberID: member, Day: clock.DayOf(s.Clock()), Address: req.Address(), Now: s.Clock(), Most: maxAddresses})
	}
	if err != nil {
		return "", err
	}
	return device, s.q().DeleteKnownDevices(ctx, db.DeleteKnownDevicesParams{MemberID: member, Keep: maxDevices})
}

// unknownCaller identifies the request in the password queue of unknown callers. That queue is served
// round-robin by address.
func unknownCaller(ctx context.Context) password.Caller {
	return password.Caller{Origin: web.From(ctx).Address()}
}

// signedInCaller identifies a signed-in member in the password queue that unknown callers cannot fill.
func signedInCaller(ctx context.Context) password.Caller {
	return password.Caller{Known: true, Origin: "member:" + strconv.FormatInt(web.Member(ctx), 10)}
}

func deviceKey(device string) string {
	return "device:" + base64.RawURLEncoding.EncodeToString(hashToken(device))
}

// loginCaller identifies a login in the password queues: by its device if the device is known, else as an
// unknown caller.
func (s *Service) loginCaller(ctx context.Context, phone, device string) (password.Caller, error) {
	known, err := s.isKnownDevice(ctx, phone, device)
	if known {
		return password.Caller{Known: true, Origin: deviceKey(device)}, nil
	}
	return unknownCaller(ctx), err
}

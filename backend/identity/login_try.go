package identity

import (
	"context"

	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

// loginTry is one login. It is counted before its password is checked, so that many concurrent guesses
// cannot all pass.
type loginTry struct {
	caller           password.Caller
	keys             []string // keys of its counts; the first is the caller's own
	failedPhonesKey  string   // key of the count of phones that this address failed on; "" for a known device
	phoneFailuresKey string   // key of the count of this address's failures on this phone
}

func (s *Service) countTry(ctx context.Context, c Credentials) (loginTry, error) {
	caller, err := s.loginCaller(ctx, c.Username, c.Device)
	if err != nil {
		return loginTry{}, err
	}
	if err := password.CheckQueue(caller); err != nil {
		return loginTry{}, err
	}
	t := loginTry{caller: caller}
	if caller.Known {
		return t, s.countKey(ctx, &t, "login:"+c.Username+":"+caller.Origin, deviceLimit)
	}
	address := web.From(ctx).Address()
	t.failedPhonesKey, t.phoneFailuresKey = "login:phones:"+address, "login:failed:"+c.Username+":"+address
	// Checked first, so that an address that tries many phones adds no more rows.
	if err := limit.Refusal(s.Limits.Peek(ctx, t.failedPhonesKey, phonesPerAddressLimit)); err != nil {
		return t, err
	}
	if err := s.countKey(ctx, &t, "login:addr:"+c.Username+":"+address, addressLimit); err != nil {
		return t, err
	}
	return t, s.countKey(ctx, &t, "login:phone:"+c.Username, phoneLimit)
}

func (s *Service) countKey(ctx context.Context, t *loginTry, key string, rule limit.Rule) error {
	t.keys = append(t.keys, key)
	return limit.Refusal(s.Limits.Hit(ctx, key, rule))
}

// countFailedPhone adds this phone to the phones that the address failed on.
func (s *Service) countFailedPhone(ctx context.Context, t loginTry) error {
	if t.failedPhonesKey == "" {
		return nil
	}
	hits, _, err := s.Limits.HitAndCount(ctx, t.phoneFailuresKey, phonesPerAddressLimit)
	if err != nil || hits > 1 {
		return err
	}
	_, err = s.Limits.Hit(ctx, t.failedPhonesKey, phonesPerAddressLimit)
	return err
}

// resetCountsAfterLogin removes the counts of a successful login and of the caller's own failures before it.
// Failures of other callers stay counted for the phone.
func (s *Service) resetCountsAfterLogin(ctx context.Context, t loginTry) error {
	if err := s.Limits.RemoveHits(ctx, t.keys[0]); err != nil {
		return err
	}
	for _, key := range t.keys[1:] {
		if err := s.Limits.RemoveHit(ctx, key); err != nil {
			return err
		}
	}
	if t.failedPhonesKey == "" {
		return nil
	}
	marked, err := s.Limits.RemoveAndReportHits(ctx, t.phoneFailuresKey)
	if err != nil || !marked {
		return err
	}
	return s.Limits.RemoveHit(ctx, t.failedPhonesKey)
}

// removeTry removes the counts of a try whose password was not checked.
func (s *Service) removeTry(ctx context.Context, t loginTry) error {
	for _, key := range t.keys {
		if err := s.Limits.RemoveHit(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

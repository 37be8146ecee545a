package identity

import (
	"context"

	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

// try is one login. It is counted before its password is checked, so that many concurrent guesses
// cannot all pass.
type try struct {
	caller password.Caller
	keys   []string // keys of its counts; the first is the caller's own
	spread string   // key of the count of phones that this address failed on; "" for a known device
	mark   string   // key that says that this phone is among them
}

func (s *Service) countTry(ctx context.Context, c Credentials) (try, error) {
	caller, err := s.laneOf(ctx, c.Username, c.Device)
	if err != nil {
		return try{}, err
	}
	if err := password.Admit(caller); err != nil {
		return try{}, err
	}
	t := try{caller: caller}
	if caller.Known {
		return t, s.countUnder(ctx, &t, "login:"+c.Username+":"+caller.Origin, perDevice)
	}
	address := web.From(ctx).Address()
	t.spread, t.mark = "login:phones:"+address, "login:failed:"+c.Username+":"+address
	// Checked first, so that an address that tries many phones adds no more rows.
	if err := limit.Refusal(s.Limits.Spent(ctx, t.spread, phonesTried)); err != nil {
		return t, err
	}
	if err := s.countUnder(ctx, &t, "login:addr:"+c.Username+":"+address, perAddress); err != nil {
		return t, err
	}
	return t, s.countUnder(ctx, &t, "login:phone:"+c.Username, perPhone)
}

func (s *Service) countUnder(ctx context.Context, t *try, key string, rule limit.Rule) error {
	t.keys = append(t.keys, key)
	return limit.Refusal(s.Limits.Hit(ctx, key, rule))
}

// failed adds this phone to the phones that the address failed on.
func (s *Service) failed(ctx context.Context, t try) error {
	if t.spread == "" {
		return nil
	}
	hits, _, err := s.Limits.Count(ctx, t.mark, phonesTried)
	if err != nil || hits > 1 {
		return err
	}
	_, err = s.Limits.Hit(ctx, t.spread, phonesTried)
	return err
}

// forgiveTry removes the counts of a successful login and of the caller's own failures before it.
// Failures of other callers stay counted for the phone.
func (s *Service) forgiveTry(ctx context.Context, t try) error {
	if err := s.Limits.Forgive(ctx, t.keys[0]); err != nil {
		return err
	}
	for _, key := range t.keys[1:] {
		if err := s.Limits.TakeBack(ctx, key); err != nil {
			return err
		}
	}
	if t.spread == "" {
		return nil
	}
	marked, err := s.Limits.Take(ctx, t.mark)
	if err != nil || !marked {
		return err
	}
	return s.Limits.TakeBack(ctx, t.spread)
}

// takeBack removes the counts of a try whose password was not checked.
func (s *Service) takeBack(ctx context.Context, t try) error {
	for _, key := range t.keys {
		if err := s.Limits.TakeBack(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

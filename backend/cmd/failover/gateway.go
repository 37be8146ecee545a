package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"krapao/backend/platform/money"
)

// unusedAddress is an address at which nothing listens.
const unusedAddress = "http://127.0.0.1:9"

// runGatewayAway loses withdrawals and QR deposits. The gateway of the deposits does not respond while payouts are
// paused. Members repeat a third of both before the comparison, and withdraw their whole balance after it. An hour
// later the gateway responds again, and members repeat another third of the withdrawals.
func runGatewayAway(ctx context.Context, s *site, o options) error {
	var deposits []*command
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) {
		withdrawn, err := s.withdrawMany(o.lost, nil)
		for i := range withdrawn {
			if err != nil {
				break
			}
			var c *command
			c, err = s.members[i%len(s.members)].depositByQR(money.Baht(100 + int64(i)))
			deposits = append(deposits, c)
		}
		return withdrawn, errors.Join(err, s.waitUntil(ctx, time.Minute, "not exists (select from statement_line where status = 'PENDING')"))
	})
	if err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals and as many QR deposits lost; the gateway responds an hour later, when members have withdrawn all they see", len(lost))
	s.shared = []string{"QR_WW_URL=" + unusedAddress, "QR_WW_KEY=none"}
	if err := s.restart(0); err != nil {
		return err
	}
	s.lostChanges = true
	third := len(lost) / 3
	sendAll(lost[:third])
	for _, c := range deposits[:third] {
		if a := s.Call(c.member.Token, c.key, http.MethodPost, c.path, c.body); a.Status < 400 || a.Status == http.StatusInternalServerError {
			return fmt.Errorf("a QR code of a gateway that is away: %d %.200s", a.Status, a.Body)
		}
	}
	if err := s.awaitComparison(ctx, o, func() {}); err != nil {
		return err
	}
	for _, m := range s.members {
		m.withdrawAll()
	}
	s.shared = nil
	if err := s.restart(61 * time.Minute); err != nil {
		return err
	}
	if err := s.waitUntil(ctx, 2*time.Minute, "exists (select from walk where why = 'LATE' and ended_at is not null and unknown = 0)"); err != nil {
		return err
	}
	sendAll(lost[third : 2*third])
	return s.settle(ctx)
}

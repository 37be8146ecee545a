package servertest

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/clock"
)

// AddUnrelatedMember is AddMember with a holder's name that no other account has. So no rule treats two of them as one
// person.
func (h *Environment) AddUnrelatedMember() *Client {
	h.t.Helper()
	n := accountCount.Add(1)
	return h.AddMemberWithAccount("", fmt.Sprintf("HOLDER %c%c%c%c", 'A'+n/17576%26, 'A'+n/676%26, 'A'+n/26%26, 'A'+n%26))
}

// Invite makes the member the inviter of friend.
func (c *Client) Invite(friend *Client) {
	c.t.Helper()
	c.h.Exec(`update member set invited_by = $1 where id = $2`, c.ID(), friend.ID())
}

// GiveCoins gives the member coins for the wheel.
func (c *Client) GiveCoins(n int64) {
	c.t.Helper()
	member := c.ID() // read before the transaction, because it needs its own connection
	c.h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		m, err := c.h.Identity.Member(ctx, tx, member)
		if err != nil {
			return err
		}
		return c.h.Spin.GiveCoinsTx(ctx, tx, m, n, uuid.New())
	})
}

// CoolOff excludes the member from play for d. Money in games stays there until the test moves it, because
// the job that returns it is due at the end.
func (c *Client) CoolOff(d time.Duration) {
	c.t.Helper()
	now := c.h.Clock.Now()
	c.h.Exec(`with e as (insert into exclusion (member_id, kind, begins_at, ends_at) values ($1, 'COOL_OFF', $2, $3) returning *)
		insert into game_closing (exclusion_id, member_id, begins_at, next_at) select id, member_id, begins_at, ends_at from e`, c.ID(), now, now.Add(d))
}

// AwaitPlays reads the feeds of the games until the server has count plays of the member.
func (c *Client) AwaitPlays(count int64) {
	c.t.Helper()
	member := c.ID()
	c.h.WaitUntil("the plays", func() bool {
		c.h.RunJobs("game.plays")
		return c.h.Count(`select count(*) from game_play where member_id = $1`, member) == count
	})
}

// EndDay ends the day as if all of its plays were counted, and closes it for refunds and invites.
func (h *Environment) EndDay() {
	h.t.Helper()
	day := clock.DayOf(h.Clock.Now())
	h.PassTime(24 * time.Hour)
	h.Exec(`update game_book set closed = $1`, day)
	h.CloseDays()
}

// CloseDays closes for refunds and invites the days that are closed for plays.
func (h *Environment) CloseDays() {
	h.t.Helper()
	h.RunJobs("accrual.days")
	if h.Count(`select count(*) from accrual_book a, game_book g where a.closed = g.closed`) != 1 {
		h.t.Fatal("the day did not close")
	}
}

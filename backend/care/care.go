// Package care helps members keep play from harming them: deposit limits, breaks from
// play, a reality check, and an overview of what they deposited and withdrew.
//
// # Limits
//
// They count credited deposits of Bangkok's day, week (from Monday) and month. A
// lower limit holds at once; a higher one, or none, after a day and a second
// confirmation. Changing a limit takes the lock of the member's wallet, as every
// deposit does. So when both come at the same moment, the second sees the first.
// Each quarter the app asks its member to look at them.
//
// # Breaks
//
//	        a day to six weeks             its time is over
//	open ------------------------> COOL_OFF ---------------------------------> open
//	   \    6 to 60 months, or for ever      its time   asks    a day later, a second yes
//	    +------------------------> EXCLUSION ------> OVER ----> ASKED -----------------> open
//
// Of several the one that lasts longest counts; nobody shortens one, support neither.
// MayPlay is the guard that every deposit, transfer into a game and reward asks, a
// transfer once more at its send. Money that comes all the same is held and returned.
// Withdrawals, the statement and the chat stay open, and no reward holds a withdrawal
// then. Each domain follows ExcludedAfter and closes what is its own: games their
// passwords, ways in and balances (games/closing.go), rewards the bonus that runs. The
// app sends no push but about the member's own money and chat, so there is no marketing
// to end.
//
// # What a crash leaves
//
//	before the closing commits   nothing; the call's key is free
//	after it                     play is closed; what each domain does follows by its chore,
//	                             which begins with the row and goes on until it is done
//	a company that is down       its password is still the old one until it answers; money
//	                             goes into its game no more, and comes back when it does
//
// # What one can do to it
//
//	deposit at the same moment      the wallet's lock: one comes first, the other sees it
//	send a transfer just before     the send asks again; what a company may have got is
//	                                asked about first, and comes back
//	a shorter break to get out      the longer one holds
//	begin thousands of breaks       only one that lasts longer is another row; five cool-offs
//	                                a day, and exclusions by months: games go on with one
//	set the phone's clock forward   only the server's counts
//	have somebody else end it       nobody can; its rows are append-only (a trigger)
package care

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Service is the domain. All fields are needed.
type Service struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Keyed web.Keyed
	Book  *ledger.Book
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Room is the guard of a deposit: DEPOSIT_LIMIT where its amount would exceed a
// limit that the member set.
func (s *Service) Room(member int64, amount money.Satang) pg.Guard {
	now := s.Clock()
	return pg.Guard{Query: db.GuardRoom, Args: []any{Day.since(now), Week.since(now), Month.since(now), member, int64(amount)}}
}

// PassedTx returns the error for an amount that Room has refused. It names the
// period, and what is left of its limit.
func (s *Service) PassedTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (*apperr.Error, error) {
	now := s.Clock()
	row, err := db.New(tx).LimitPassed(ctx, db.LimitPassedParams{MemberID: member, Day: Day.since(now), Week: Week.since(now), Month: Month.since(now), Amount: int64(amount)})
	if err != nil {
		return nil, err
	}
	return apperr.New(apperr.DepositLimit).WithExtra(apperr.Period, row.Period).WithExtra(apperr.Left, money.Satang(row.LeftOver)), nil
}

// Package care helps members keep play from harming them: deposit limits, breaks from play, a reality
// check, and an overview of what they deposited and withdrew.
//
// # Limits
//
// Limits count credited deposits of the Bangkok day, week (from Monday) and month. A lower limit holds at
// once; a higher one, or none, after a day and a second confirmation. Changing a limit locks the member's
// wallet, as every deposit does. So of a concurrent change and deposit, the second sees the first. Each
// quarter the app asks its member to review their limits.
//
// # Breaks
//
//	        a day to six weeks             its time is over
//	open ------------------------> COOL_OFF ---------------------------------> open
//	   \    6 to 60 months, or for ever      its time   asks    a day later, a second yes
//	    +------------------------> EXCLUSION ------> OVER ----> ASKED -----------------> open
//
// Of several breaks the one that lasts longest counts. Nobody can shorten a break, not even support.
// MayPlay is the guard of transfers into a game, launches and rewards; a transfer is checked again at its
// send. NotExcluded is the guard of deposits and of earned refunds and invite bonuses. Money that is paid
// in despite a break is held and returned. Withdrawals, the statement and the chat stay open, and no reward
// holds a withdrawal then. Each domain follows ExcludedAfter and closes what it owns: games their
// passwords, launches and balances (games/closing.go), rewards the active bonus. The app sends push
// messages about the member's own money and chat only, so there is no marketing to end.
//
// # What a crash leaves
//
//	before the closing commits   nothing; the call's key is free
//	after it                     play is closed; each domain's job then closes the rest, and
//	                             repeats until it is done
//	a provider that is down      its password is still the old one until it responds; no more
//	                             money goes into its game, and money comes back once it does
//
// # How it can be abused
//
//	deposit at the same moment      the wallet's lock: one comes first, the other sees it
//	send a transfer just before     the send checks again; for what a provider may have got
//	                                the provider is asked first, and the money comes back
//	a shorter break to get out      the longer one holds
//	begin thousands of breaks       only one that lasts longer is another row; five cool-offs
//	                                a day, and exclusions by months: games follow only the
//	                                last one
//	set the phone's clock forward   only the server's clock counts
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

// Service is the domain's service. All fields are needed.
type Service struct {
	Pool  *pgxpool.Pool
	Clock clock.Clock
	Keyed web.Keyed
	Book  *ledger.Book
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Room is the guard of a deposit: DEPOSIT_LIMIT if its amount would exceed a limit that the member set.
func (s *Service) Room(member int64, amount money.Satang) pg.Guard {
	now := s.Clock()
	return pg.Guard{Query: db.GuardRoom, Args: []any{Day.since(now), Week.since(now), Month.since(now), member, int64(amount)}}
}

// PassedTx returns the error for an amount that Room has refused. It names the period, and what is left of
// its limit.
func (s *Service) PassedTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (*apperr.Error, error) {
	now := s.Clock()
	row, err := db.New(tx).LimitPassed(ctx, db.LimitPassedParams{MemberID: member, Day: Day.since(now), Week: Week.since(now), Month: Month.since(now), Amount: int64(amount)})
	if err != nil {
		return nil, err
	}
	return apperr.New(apperr.DepositLimit).WithExtra(apperr.Period, row.Period).WithExtra(apperr.Left, money.Satang(row.LeftOver)), nil
}

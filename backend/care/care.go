// Package care helps members keep play from harming them: deposit limits, breaks from play, a reality
// check, and an overview of what they deposited and withdrew.
//
// # Limits
//
// Limits count credited deposits of the Bangkok day, week (from Monday) and month. A lower limit takes effect
// at once. A higher limit, or none, takes effect after a day and a second confirmation. Changing a limit
// locks the member's wallet, as every deposit does. So if a change and a deposit run
// concurrently, the later one reads the result of the earlier one. Each quarter the app asks its member to review their limits.
//
// # Breaks
//
//	        a day to six weeks             its time is over
//	open ------------------------> COOL_OFF ---------------------------------> open
//	   \    6 to 60 months, or for ever      its time   asks    a day later, confirms
//	    +------------------------> EXCLUSION ------> OVER ----> ASKED -----------------> open
//
// Of several breaks the one that lasts longest counts. Nobody can shorten a break, not even support. MayPlayGuard
// is the guard of transfers into a game, launches and rewards. A transfer is checked again when it is sent to
// the game. NoBreakGuard is the guard of deposits and of earned refunds and invite bonuses. Money that is paid
// in during a break is held and returned. Withdrawals, the statement and the chat stay open, and no reward
// holds a withdrawal during a break. Each domain reads BreaksAfter and closes what it owns. Games close
// passwords, launches and balances (games/closing.go); rewards close the active bonus. The app sends push
// messages about the member's own money and chat only, so there is no marketing to stop.
//
// # What a crash leaves
//
//	before the closing commits   nothing; the call's key is free
//	after it                     play is closed; each domain's job then closes the rest, and
//	                             repeats until it is done
//	a provider that is down      the password of the game account stays the old one until the
//	                             provider responds; no more money goes into its game, and the
//	                             game's money is brought back once it responds
//
// # How it can be abused
//
//	deposit at the same moment      the wallet's lock: one comes first, the other sees it
//	send a transfer just before     the send checks again; if the provider may already have
//	                                received it, the provider is asked first, and the money
//	                                is brought back
//	a shorter break to get out      the longer one counts
//	begin thousands of breaks       a row is added only for a break that lasts longer; at
//	                                most five cool-offs a day, and exclusions are by months;
//	                                games act only on the last break
//	set the phone's clock forward   only the server's clock counts
//	ask somebody else to end it     nobody can; its rows are append-only (a trigger)
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
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Keyed  web.Keyed
	Ledger *ledger.Service
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// DepositLimitGuard returns the guard of a deposit: DEPOSIT_LIMIT if its amount would exceed a limit that the
// member set.
func (s *Service) DepositLimitGuard(member int64, amount money.Satang) pg.Guard {
	now := s.Clock()
	return pg.Guard{Query: db.GuardDepositLimit, Args: []any{Day.firstDay(now), Week.firstDay(now), Month.firstDay(now), member, int64(amount)}}
}

// LimitErrorTx returns the error for an amount that DepositLimitGuard has refused: DEPOSIT_LIMIT with the period and
// what is left of its limit.
func (s *Service) LimitErrorTx(ctx context.Context, tx pgx.Tx, member int64, amount money.Satang) (*apperr.Error, error) {
	now := s.Clock()
	row, err := db.New(tx).GetPassedLimit(ctx, db.GetPassedLimitParams{MemberID: member, Day: Day.firstDay(now), Week: Week.firstDay(now), Month: Month.firstDay(now), Amount: int64(amount)})
	if err != nil {
		return nil, err
	}
	return apperr.New(apperr.DepositLimit).WithExtra(apperr.Period, row.Period).WithExtra(apperr.Left, money.Satang(row.LeftOver)), nil
}

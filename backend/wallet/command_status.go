package wallet

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

// CommandStatus is the outcome or the current status of a money command: its statement line and the wallet.
type CommandStatus struct {
	Statement statement.Line `json:"statement"`
	Wallet    Wallet         `json:"wallet"`
}

// Lasting returns the part of the response that is stored forever: the line's id. By this id a repeat returns
// the command's current status, however late the repeat is.
func (c CommandStatus) Lasting() any { return lastingOf(c.Statement.ID) }

func lastingOf(line uuid.UUID) any { return map[string]any{"statement": map[string]any{"_id": line}} }

// WithWallet returns a statement line with the current wallet. q is a pool or a transaction.
func (s *Service) WithWallet(ctx context.Context, q pg.DB, member int64, line statement.Line) (CommandStatus, error) {
	w, err := s.ReadWallet(ctx, q, member)
	return CommandStatus{Statement: line, Wallet: w}, err
}

// Progress is the progress of a money command.
type Progress int

// The values of Progress: in progress, waiting for operators, ended.
const (
	InProgress Progress = iota
	WaitsForOperators
	Ended
)

// The pauses between two checks of a command's outcome: the first one, and the longest. The pause doubles
// each time.
const (
	firstCheckPause   = 40 * time.Millisecond // a good provider responds within this time
	longestCheckPause = 500 * time.Millisecond
)

// Await returns the current response to a money command whose first response was 202. It waits until the command
// ends, until maxWait has passed, or until only operators can continue the command. readProgress returns the
// command's progress. If the command has ended, the response is stored under the key, and every later repeat
// gets the same bytes.
func (s *Service) Await(ctx context.Context, first *web.Response[CommandStatus], maxWait time.Duration, readProgress func(context.Context, uuid.UUID) (Progress, error)) (*web.Response[CommandStatus], error) {
	begun, err := first.Body.Value()
	if err != nil {
		return nil, err
	}
	id, deadline, current := begun.Statement.ID, time.Now().Add(maxWait), InProgress
	for pause := firstCheckPause; ; pause = min(2*pause, longestCheckPause) {
		if current, err = readProgress(ctx, id); err != nil {
			return nil, err
		}
		left := time.Until(deadline)
		if current != InProgress || left <= 0 {
			break
		}
		select { // no connection is held during the pause
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(min(pause, left)):
		}
	}
	now, err := s.statusOf(ctx, web.Member(ctx), id)
	if err != nil {
		return nil, err
	}
	if current != Ended {
		return web.Fresh(http.StatusAccepted, now)
	}
	return s.StoreFinalResponse(ctx, now)
}

// StoreFinalResponse stores the command's final response under the call's key: every later repeat gets the same
// bytes.
func (s *Service) StoreFinalResponse(ctx context.Context, now CommandStatus) (*web.Response[CommandStatus], error) {
	return web.Finish(ctx, s.Keyed, "", http.StatusOK, now)
}

// statusOf is StatusTx for the pool: line and wallet are read in one snapshot.
func (s *Service) statusOf(ctx context.Context, member int64, line uuid.UUID) (out CommandStatus, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = s.StatusTx(ctx, tx, member, line)
		return err
	})
	return out, err
}

// StatusTx returns a member's line and the wallet, or NO_DATA if the member has no such line.
func (s *Service) StatusTx(ctx context.Context, tx pgx.Tx, member int64, id uuid.UUID) (CommandStatus, error) {
	line, found, err := s.Statement.FindLine(ctx, tx, member, id)
	if err != nil {
		return CommandStatus{}, err
	}
	if !found {
		return CommandStatus{}, apperr.New(apperr.NoData)
	}
	return s.WithWallet(ctx, tx, member, line)
}

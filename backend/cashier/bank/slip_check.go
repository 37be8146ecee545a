package bank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/cashier/slipread"
	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/confine"
	"krapao/backend/platform/fairqueue"
	"krapao/backend/provider/slip"
)

const slipBulkhead = "slip"

// busyRetryDelay is the wait before the next try while the reader of pictures is busy.
const busyRetryDelay = 2 * time.Second

// checkSlip is the job that checks an uploaded slip.
type checkSlip struct {
	ID uuid.UUID `json:"id"`
}

// Kind returns the job's name in the queue.
func (checkSlip) Kind() string { return "check_slip" }

// InsertOpts selects the workers that serve only slips.
func (checkSlip) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: slipBulkhead} }

// A member has at most checksAtOnce checks running on this server. All members share the workers, so a third
// check does not wait in a worker: its job is snoozed.
const (
	checksAtOnce   = 2
	turnRetryDelay = 2 * time.Second // plus a random time of up to as much
)

func newCheckTurns() *fairqueue.Queue {
	return fairqueue.New(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: checksAtOnce})
}

// checkInTurn runs runCheck, unless too many checks of the member are running or slips are paused. It returns
// the wait before the next try, or 0 if the slip has left CHECKING.
func (s *Service) checkInTurn(ctx context.Context, turns *fairqueue.Queue, id uuid.UUID) (time.Duration, error) {
	row, err := s.q().GetSlip(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("bank: load slip %s: %w", id, err)
	}
	if wait, err := s.Content.PauseWait(ctx, content.ServiceSlip); err != nil || wait > 0 {
		return wait, err
	}
	release, err := turns.Acquire(ctx, strconv.FormatInt(row.MemberID, 10))
	if err != nil {
		return turnRetryDelay + rand.N(turnRetryDelay), nil
	}
	defer release()
	return s.runCheck(ctx, id)
}

// runCheck checks a slip as far as possible now. It returns the wait before the next try, or 0 if the slip
// has left CHECKING.
func (s *Service) runCheck(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	row, err := s.q().StartSlipCheck(ctx, db.StartSlipCheckParams{ID: id, Now: s.Clock()})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("bank: begin slip %s: %w", id, err)
	}
	codes, note, err := s.readCodes(ctx, row)
	switch {
	case errors.Is(err, errPicture) && ctx.Err() == nil:
		return s.handlePictureError(ctx, row, err)
	case errors.Is(err, confine.ErrBusy):
		return busyRetryDelay, nil
	case err != nil:
		return 0, err
	}
	if note != "" {
		return 0, s.failSlip(ctx, id, note, nil)
	}
	if len(codes) > 1 {
		return s.checkSeveral(ctx, row, codes)
	}
	response, err := s.askVerifier(ctx, &row, codes[0])
	if err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, row, response)
}

// askVerifier stores code in the slip and in row, and sends it to the verifier. It returns the verifier's
// response.
func (s *Service) askVerifier(ctx context.Context, row *db.Slip, code slipread.Result) (slip.Response, error) {
	if err := s.storeCode(ctx, row, code); err != nil {
		return slip.Response{}, err
	}
	return s.Verifier.Verify(ctx, slip.Query{Text: code.Text, Bank: code.Slip.Bank, TransRef: code.Slip.TransRef})
}

// storeCode stores code as the code of the slip, in the database and in row.
func (s *Service) storeCode(ctx context.Context, row *db.Slip, code slipread.Result) error {
	row.SendingBank, row.TransRef = code.Slip.Bank, code.Slip.TransRef
	return s.q().StoreSlipReading(ctx, db.StoreSlipReadingParams{ID: row.ID, SendingBank: code.Slip.Bank, TransRef: code.Slip.TransRef, Now: s.Clock()})
}

// applyResponse applies the verifier's response.
func (s *Service) applyResponse(ctx context.Context, row db.Slip, response slip.Response) (time.Duration, error) {
	now := s.Clock()
	switch response.Outcome {
	case slip.Valid:
		return 0, s.applyRules(ctx, row, response.Facts)
	case slip.Duplicate:
		// The verifier has seen the slip before, perhaps in a request of ours before a crash. Only our own
		// claim decides whether the transfer was credited.
		if response.Facts.TransRef != "" {
			return 0, s.applyRules(ctx, row, response.Facts)
		}
		return 0, s.sendToReview(ctx, row.ID, reviewReason{reason: reasonDuplicate})
	case slip.NotFound, slip.PendingBank:
		// The ten minutes begin with the first such response, so the time when the verifier was down does not
		// count.
		since, err := s.q().MarkSlipUnsure(ctx, db.MarkSlipUnsureParams{ID: row.ID, Now: now})
		if err != nil {
			return 0, err
		}
		if now.Sub(since) >= unknownFor {
			return 0, s.failSlip(ctx, row.ID, apperr.NoteUnstable, nil)
		}
		return boundedWait(response.RetryAfter, retryDelay, unknownFor-now.Sub(since)), nil
	case slip.Captcha:
		tries, err := s.q().CountSlipTry(ctx, row.ID)
		if err != nil {
			return 0, err
		}
		if tries >= 3 {
			return 0, s.failSlip(ctx, row.ID, apperr.NoteCaptcha, nil)
		}
		return time.Second, nil
	case slip.Refused:
		return 0, s.failSlip(ctx, row.ID, apperr.NoteUnknown, nil)
	default: // down, out of quota, our key rejected: not the member's fault
		s.Log.WarnContext(ctx, "the slip verifier is down or rejects our requests", "outcome", response.Outcome, "code", response.Code)
		// The time begins with the check, so it does not include the wait behind other slips.
		since := now.Sub(*row.StartedAt)
		if since >= verifierDownLimit {
			return 0, s.sendToReview(ctx, row.ID, reviewReason{reason: reasonVerifierDown})
		}
		return boundedWait(response.RetryAfter, retryDelay, verifierDownLimit-since), nil
	}
}

// boundedWait returns requested, or usual if requested is not positive. The result is at most left, but never
// below one second.
func boundedWait(requested, usual, left time.Duration) time.Duration {
	if requested <= 0 {
		requested = usual
	}
	return max(min(requested, left), time.Second)
}

// judgement is the result of the rules for a slip with a verified transfer: the slip fails with a note, waits
// for a cashier, or is credited.
type judgement struct {
	note   apperr.Code
	review *reviewReason
	proof  *cashier.Proof
}

// isOwn returns whether the transfer is the member's own, so that only an earlier claim can prevent the credit.
func (j judgement) isOwn() bool { return j.note == "" && (j.review == nil || j.review.isOwn) }

// applyRules applies the rules to a verified transfer, and credits the slip, fails it or hands it to a cashier.
func (s *Service) applyRules(ctx context.Context, row db.Slip, f slip.Facts) error {
	j, err := s.evaluateRules(ctx, row, f)
	switch {
	case err != nil:
		return err
	case j.note != "":
		return s.failSlip(ctx, row.ID, j.note, &f)
	case j.review != nil:
		return s.sendToReview(ctx, row.ID, *j.review)
	}
	return s.creditSlip(ctx, row, f, j.proof)
}

// evaluateRules applies the rules to the verifier's data, in the order of the package comment.
func (s *Service) evaluateRules(ctx context.Context, row db.Slip, f slip.Facts) (j judgement, err error) {
	member, err := s.Identity.Member(ctx, s.Pool, row.MemberID)
	if err != nil {
		return j, err
	}
	receiver, err := s.compareReceiver(ctx, f.Receiver, member.Currency)
	if err != nil {
		return j, err
	}
	settings, err := s.Content.Settings(ctx, s.Pool)
	if err != nil {
		return j, err
	}
	owner, err := s.checkOwner(ctx, f.Sender, member)
	if err != nil {
		return j, err
	}
	toReview := func(reason string, isOwn bool) judgement {
		return judgement{review: &reviewReason{reason: reason, facts: &f, slip: &row, isOwn: isOwn, candidates: owner.candidates}}
	}
	switch age := ageOf(row, f.At, settings.SlipWithin.Duration()); {
	case receiver == match.Differs:
		return judgement{note: apperr.NoteDestInvalid}, nil
	case owner.reason == match.Foreign:
		return judgement{note: apperr.NoteNotMatch}, nil
	case age == tooOld:
		if lost, err := s.mayHaveLostUpload(ctx, row, f.At); err != nil || lost {
			return toReview(reasonUploadMayBeLost, owner.reason == ""), err
		}
		return judgement{note: apperr.NoteExpired}, nil
	case receiver != match.Agrees:
		return toReview(reasonDestination, false), nil
	case owner.reason != "":
		return toReview(string(owner.reason), false), nil
	case age == lateButFresh:
		return toReview(reasonLate, true), nil
	}
	return judgement{proof: owner.proof}, nil
}

// mayHaveLostUpload returns whether our ledger may have lost an upload of this slip that was in time. This
// needs two conditions. The transfer was made at or after Loss.From and before the upload. And payouts are
// paused, or were paused until at most a day ago.
func (s *Service) mayHaveLostUpload(ctx context.Context, row db.Slip, transferred time.Time) (bool, error) {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	return !loss.RequestedBefore.IsZero() && !transferred.Before(loss.From) && !transferred.After(row.UploadedAt), err
}

type age int

const (
	fresh age = iota
	lateButFresh
	tooOld
)

// ageOf classifies the time between the transfer and the upload. A slip that is in time only by CapturedAt,
// which comes from the phone, is lateButFresh and is never credited automatically.
func ageOf(row db.Slip, transferred time.Time, limit time.Duration) age {
	since := row.UploadedAt.Sub(transferred)
	switch {
	case since < -clockSkew:
		return tooOld
	case since <= limit:
		return fresh
	case row.CapturedAt == nil || row.CapturedAt.After(row.UploadedAt.Add(clockSkew)):
		return tooOld
	case row.UploadedAt.Sub(*row.CapturedAt) > lateUpload:
		return tooOld
	}
	picked := row.CapturedAt.Sub(transferred)
	if picked >= -clockSkew && picked <= limit {
		return lateButFresh
	}
	return tooOld
}

func encodeFacts(f *slip.Facts) []byte {
	if f == nil {
		return nil
	}
	text, err := json.Marshal(f)
	if err != nil {
		return nil // plain strings and numbers always marshal
	}
	return text
}

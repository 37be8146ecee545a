package bank

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Slip is a slip as its member sees it. Amount is set once a verifier returned it.
type Slip struct {
	ClientID   uuid.UUID     `json:"clientId" doc:"The id that the app gave the queued item."`
	CreatedAt  time.Time     `json:"createdAt" doc:"When the slip arrived."`
	CapturedAt *time.Time    `json:"capturedAt,omitempty" doc:"When the member picked the picture."`
	Amount     *money.Satang `json:"amount" nullable:"true"`
	Currency   string        `json:"currency"`
	Status     string        `json:"status" enum:"PENDING,SUCCESS,FAILED"`
	Review     bool          `json:"review" doc:"The slip waits for a cashier."`
	Note       string        `json:"note,omitempty" doc:"Why the slip failed: a code of the catalogue."`
	Link       string        `json:"link" doc:"The call that returns the picture's URL."`
	Reference  string        `json:"reference"`
	Version    int64         `json:"version" doc:"Grows with every change of the member's data."`
}

// TransformSchema adds the codes of a slip's note to the API contract.
func (Slip) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return web.OneOfCodes(s, "note", slices.Concat(refusals, []apperr.Code{
		apperr.NoteImageSize, apperr.NoteCaptcha, apperr.NoteTwoSlips, apperr.DepositLimit, apperr.InactiveUser, apperr.SelfExcluded,
	})...)
}

// States of a slip; see the package comment.
const (
	stateChecking = "CHECKING"
	stateReview   = "REVIEW"
	stateDone     = "DONE"

	statusPending = "PENDING"
	statusSuccess = "SUCCESS"
	statusFailed  = "FAILED"
)

func slipOf(r db.Slip) Slip {
	out := Slip{
		ClientID: r.ID, CreatedAt: r.UploadedAt.UTC(), Amount: r.Amount, Currency: r.Currency, Status: r.Status,
		Review: r.State == stateReview, Note: r.Note, Reference: r.Reference, Version: r.Version,
		Link: "/api/statement/slip/reference/" + r.Reference,
	}
	if r.CapturedAt != nil {
		at := r.CapturedAt.UTC()
		out.CapturedAt = &at
	}
	return out
}

func slipsOf(rows []db.Slip) []Slip {
	out := make([]Slip, 0, len(rows))
	for _, r := range rows {
		out = append(out, slipOf(r))
	}
	return out
}

// Upload is a slip's upload. The picture is already in the store.
type Upload struct {
	ClientID   uuid.UUID
	CapturedAt *time.Time
	Picture    string // SHA-256 of the uploaded bytes
	File       string // name of the picture in the store
	Mime       string
	Bytes      int64
}

// Accept stores a slip and enqueues its check. A repeat with the same clientId, or with the same picture
// while it is being checked, returns the existing slip. A clientId that was used for another picture or by
// another member is KEY_INVALID.
func (s *Service) Accept(ctx context.Context, u Upload) (*web.Response[Slip], error) {
	fields := map[string]string{"clientId": u.ClientID.String(), "sha256": u.Picture}
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Slip, error) {
		row, err := s.storeSlipTx(ctx, tx, web.Member(ctx), u)
		if err != nil {
			return 0, Slip{}, err
		}
		return http.StatusAccepted, slipOf(row), nil
	})
}

func (s *Service) storeSlipTx(ctx context.Context, tx pgx.Tx, member int64, u Upload) (db.Slip, error) {
	q := db.New(tx)
	m, err := s.Identity.Member(ctx, tx, member)
	if err != nil {
		return db.Slip{}, err
	}
	version, err := pg.NextVersion(ctx, tx, member)
	if err != nil {
		return db.Slip{}, err
	}
	inserted, err := q.InsertSlip(ctx, db.InsertSlipParams{
		ID: u.ClientID, MemberID: member, Reference: newReference(), Picture: u.Picture, Mime: u.Mime, Bytes: u.Bytes,
		CapturedAt: u.CapturedAt, UploadedAt: s.Clock(), Currency: string(m.Currency), Version: version, File: u.File,
	})
	if err != nil {
		return db.Slip{}, err
	}
	if inserted == 0 {
		return s.findStoredSlip(ctx, q, member, u)
	}
	if err := s.Queue.InsertTx(ctx, tx, checkSlip{ID: u.ClientID}, nil); err != nil {
		return db.Slip{}, err
	}
	return q.GetSlip(ctx, u.ClientID)
}

// findStoredSlip returns the stored slip that prevented an insert, or the error for another use of its
// clientId.
func (s *Service) findStoredSlip(ctx context.Context, q *db.Queries, member int64, u Upload) (db.Slip, error) {
	row, err := q.GetSlip(ctx, u.ClientID)
	if errors.Is(err, pgx.ErrNoRows) {
		return q.GetSlipWithPicture(ctx, db.GetSlipWithPictureParams{MemberID: member, Picture: u.Picture})
	}
	if err == nil && (row.MemberID != member || row.Picture != u.Picture) {
		return db.Slip{}, apperr.Field(apperr.KeyInvalid, "clientId")
	}
	return row, err
}

// FindSlip returns the member's slip with a clientId. found is false if there is none.
func (s *Service) FindSlip(ctx context.Context, member int64, id uuid.UUID) (slip Slip, found bool, err error) {
	row, err := s.q().GetSlip(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && row.MemberID != member) {
		return Slip{}, false, nil
	}
	return slipOf(row), err == nil, err
}

// UploadsClosedUntil returns when the daily window without uploads ends, or the zero time outside of it.
func (s *Service) UploadsClosedUntil(ctx context.Context) (until time.Time, err error) {
	settings, err := s.Content.Settings(ctx, s.Pool)
	if err != nil {
		return time.Time{}, err
	}
	if closed, _, until := settings.SlipClose.Contains(s.Clock()); closed {
		return until, nil
	}
	return time.Time{}, nil
}

// ListSlips returns one page of a member's slips, newest first, and the number of all.
func (s *Service) ListSlips(ctx context.Context, member int64, page, limit int) (slips []Slip, total int64, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		rows, err := q.ListSlips(ctx, db.ListSlipsParams{MemberID: member, PageSize: int32(limit), Skip: int32((page - 1) * limit)})
		if err != nil {
			return err
		}
		slips = slipsOf(rows)
		total, err = q.CountSlips(ctx, member)
		return err
	})
	return slips, total, err
}

// SlipsSince returns the slips that changed after a sync version, the oldest change first, at most limit.
func (s *Service) SlipsSince(ctx context.Context, q pg.DB, member, after int64, limit int) ([]Slip, error) {
	rows, err := db.New(q).ListSlipsSince(ctx, db.ListSlipsSinceParams{MemberID: member, After: after, PageSize: int32(limit)})
	return slipsOf(rows), err
}

// PictureURL returns a short-lived URL of the member's own slip picture, or NO_DATA.
func (s *Service) PictureURL(ctx context.Context, member int64, reference string) (string, error) {
	row, err := s.q().GetSlipByReference(ctx, reference)
	if err != nil || row.MemberID != member {
		return "", pg.NotFound(err)
	}
	return s.Signer.Sign(web.HolderOf(ctx), picturePath+reference, pictureURLLifetime), nil
}

// Verify counts slips, claims and reported transfers that differ from the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	slips, err := db.New(q).VerifySlips(ctx)
	if err != nil {
		return ledger.Finding{}, err
	}
	feed, err := db.New(q).VerifyFeed(ctx)
	return ledger.Finding{Invariant: "slips and bank transfers that differ from the ledger", Broken: int64(slips) + feed}, err
}

func newReference() string { return strings.ToLower(rand.Text()) }

package bank

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/slipread"
	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/blob"
)

// errPicture means that the store did not return the picture as it was stored.
var errPicture = errors.New("bank: the store did not return a slip's picture")

// handlePictureError returns the wait before the picture is read again. After 30 minutes it hands the slip to
// a cashier and returns 0. A store that is down, has lost the picture or returns other bytes is our own
// failure, so the slip does not fail.
func (s *Service) handlePictureError(ctx context.Context, row db.Slip, cause error) (time.Duration, error) {
	since := s.Clock().Sub(*row.StartedAt)
	if since >= pictureDownLimit {
		s.Log.ErrorContext(ctx, "a slip's picture cannot be read; the slip waits for a cashier", "slip", row.ID, "cause", cause)
		return 0, s.sendToReview(ctx, row.ID, reviewReason{reason: reasonPictureGone})
	}
	s.Log.WarnContext(ctx, "a slip's picture cannot be read yet", "slip", row.ID, "cause", cause)
	return boundedWait(0, retryDelay, pictureDownLimit-since), nil
}

func storedPicture(row db.Slip) blob.Ref { return blob.Ref{Name: row.File, Bytes: row.Bytes} }

// readCodes returns the QR codes of the slips in the picture. For a picture without any it returns the note.
// If it returns an error, the picture was not judged. errPicture is an error of the store.
func (s *Service) readCodes(ctx context.Context, row db.Slip) ([]slipread.Result, apperr.Code, error) {
	picture, err := s.Pictures.Store.Read(ctx, storedPicture(row), content.MaxSlipBytes)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", errPicture, err)
	}
	codes, err := s.Reader.Read(ctx, row.MemberID, picture)
	switch {
	case err == nil:
		return codes, "", nil
	case errors.Is(err, slipread.ErrType), errors.Is(err, slipread.ErrUnreadable):
		return codes, apperr.NoteFileNotExist, nil
	case errors.Is(err, slipread.ErrSize):
		return codes, apperr.NoteImageSize, nil
	case errors.Is(err, slipread.ErrNotSlip):
		return codes, apperr.NoteInvalidSlip, nil
	case errors.Is(err, slipread.ErrNoQR):
		return codes, apperr.NoteCannotRead, nil
	default:
		return codes, "", fmt.Errorf("bank: read slip %s: %w", row.ID, err)
	}
}

package statement

import (
	"github.com/danielgtaylor/huma/v2"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// TransformSchema lists in the API contract the codes of a failed line's note. These are the codes of
// deposits, withdrawals and transfers.
func (Line) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return web.OneOfCodes(
		s, "note",
		apperr.DepositLimit, apperr.DepositNotSeen, apperr.InactiveUser, apperr.NoteCannotRead, apperr.NoteDestInvalid, apperr.NoteDuplicated,
		apperr.NoteExpired, apperr.NoteFileNotExist, apperr.NoteInvalidSlip, apperr.NoteNotMatch, apperr.NoteUnknown, apperr.NoteUnstable,
		apperr.PlayInReview, apperr.SelfExcluded, apperr.TruelinkDuplicate, apperr.TruelinkInvalid,
		apperr.BonusRemaining, apperr.InvalidUserInfo, apperr.MoneyNotEnough, apperr.NoBank, apperr.WithdrawCancelled, apperr.WithdrawPaused,
		apperr.WithdrawRefused, apperr.WithdrawGaveWay,
		apperr.TransferFail, apperr.UnexplainedWin,
	)
}

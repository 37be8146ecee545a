package bank

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/slipread"
	"krapao/backend/platform/apperr"
	"krapao/backend/provider/slip"
)

// The ranks of the codes in a picture with several codes, the best first.
const (
	rankOwn     = iota // the member's own, and not credited yet
	rankUnsure         // the verifier does not know the transfer yet
	rankUnclear        // a cashier would decide
	rankRefused        // another's, into another account, too old, credited before, unknown
)

// rankedCode is one code of a picture with several, and the verifier's result for it.
type rankedCode struct {
	code     slipread.Result
	response slip.Response
	rank     int
}

// checkSeveral is runCheck for a picture with several slips, for example a list of transfers, or a friend's
// slip above the member's own. It asks the verifier about each code, first about codes of the member's own
// bank. Then the slip counts as the best of them:
//
//	one is the member's own     that one, whatever the others are
//	two or more are             FAILED with TWO_SLIPS: one slip is one deposit, and the
//	                            member sends each by itself; no transfer is claimed
//	none is, one is not certain that one: asked again, or decided by a cashier
//	all are refused             the first one's note
//
// If the bank does not know yet a second slip of the member's own, the first is not delayed. The second
// transfer stays unclaimed, and the member can upload its slip separately.
//
// Two workers may check one picture and choose differently. Each of them credits only while the slip's
// stored code is the one that it asked about (hasSameCode).
func (s *Service) checkSeveral(ctx context.Context, row db.Slip, codes []slipread.Result) (time.Duration, error) {
	member, err := s.Identity.Member(ctx, s.Pool, row.MemberID)
	if err != nil {
		return 0, err
	}
	slices.SortStableFunc(codes, func(a, b slipread.Result) int {
		return cmp.Compare(bankPriority(b, member.BankNumber), bankPriority(a, member.BankNumber))
	})
	all := make([]rankedCode, 0, len(codes))
	for _, code := range codes {
		ranked := rankedCode{code: code}
		if ranked.response, err = s.askVerifier(ctx, &row, code); err != nil {
			return 0, err
		}
		if ranked.rank, err = s.rankCode(ctx, row, ranked); err != nil {
			return 0, err
		}
		all = append(all, ranked)
	}
	slices.SortStableFunc(all, func(a, b rankedCode) int { return cmp.Compare(a.rank, b.rank) })
	if all[0].rank == rankOwn && all[1].rank == rankOwn {
		return 0, s.failSlip(ctx, row.ID, apperr.NoteTwoSlips, nil)
	}
	if err := s.storeCode(ctx, &row, all[0].code); err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, row, all[0].response)
}

// bankPriority returns 1 for a code of bank, and 0 for other codes.
func bankPriority(code slipread.Result, bank string) int {
	if code.Slip.Bank == bank {
		return 1
	}
	return 0
}

func (s *Service) rankCode(ctx context.Context, row db.Slip, ranked rankedCode) (int, error) {
	switch ranked.response.Outcome {
	case slip.Valid, slip.Duplicate:
	case slip.Refused:
		return rankRefused, nil
	default:
		return rankUnsure, nil
	}
	if ranked.response.Facts.TransRef == "" {
		return rankUnclear, nil
	}
	j, err := s.evaluateRules(ctx, row, ranked.response.Facts)
	if err != nil || j.note != "" {
		return rankRefused, err
	}
	claim, err := s.q().ClaimOf(ctx, db.ClaimOfParams{Bank: ranked.code.Slip.Bank, TransRef: ranked.code.Slip.TransRef})
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	} else if err == nil && (claim == nil || *claim != row.ID) {
		return rankRefused, nil
	}
	if j.isOwn() {
		return rankOwn, err
	}
	return rankUnclear, err
}

package staff

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

// OwnCredentials are the password and code that an operator types again before changing password or code app.
type OwnCredentials struct {
	Password string `json:"password"`
	Code     string `json:"code" doc:"The current one-time code of the code app in use."`
}

// checkCredentials checks the caller's own password and code. Errors: WRONG_CREDENTIAL, CODE_USED,
// REQUEST_LIMIT.
func (s *Service) checkCredentials(ctx context.Context, given OwnCredentials) (o db.Operator, err error) {
	caller := web.From(ctx).Caller.Operator
	if o, err = s.q().GetOperatorByName(ctx, caller.Username); err != nil {
		return o, err
	}
	// The count belongs to the session, so that a thief of its token cannot use up the owner's tries.
	key := "operator:self:" + strconv.FormatInt(caller.SessionID, 10)
	if err := limit.Refusal(s.Limits.Hit(ctx, key, sessionTries)); err != nil {
		return o, err
	}
	right := false
	if canBePassword(given.Password) {
		if right, err = password.Check(ctx, password.Caller{Known: true, Origin: key}, o.PasswordHash, given.Password); err != nil {
			return o, err
		}
	}
	if !right {
		return o, apperr.Field(apperr.WrongCredential, "password")
	}
	if err := s.useCode(ctx, o, given.Code); err != nil {
		return o, err
	}
	return o, s.Limits.RemoveHits(ctx, key)
}

// ChangePassword sets the caller's own password and ends their other sessions.
func (s *Service) ChangePassword(ctx context.Context, given OwnCredentials, newPassword string) (*web.Response[web.Empty], error) {
	caller := web.From(ctx).Caller.Operator
	if !isLongEnough(newPassword) || password.Guessable(newPassword, password.Person{Names: []string{caller.Username}}) != "" {
		return nil, apperr.Field(apperr.InvalidUserInfo, "newPassword")
	}
	return web.OnceAfter(ctx, s.Keyed, "", map[string]string{"next": newPassword}, func() (func(pgx.Tx) (int, web.Empty, error), error) {
		o, err := s.checkCredentials(ctx, given)
		if err != nil {
			return nil, err
		}
		hash, err := password.Hash(ctx, password.Caller{Known: true, Origin: "operator:" + o.Username}, newPassword)
		return func(tx pgx.Tx) (int, web.Empty, error) {
			return http.StatusOK, web.Empty{}, s.changeSelfTx(ctx, tx, o, "operator.password", func(q *db.Queries) error {
				return q.SetOperatorPassword(ctx, db.SetOperatorPasswordParams{ID: o.ID, PasswordHash: hash})
			})
		}, err
	})
}

// CodeAppSecret is the secret for an operator's new code app.
type CodeAppSecret struct {
	Secret string `json:"secret" doc:"To type into the code app."`
	URL    string `json:"url" doc:"To show as a QR code."`
}

// OfferTOTP returns the secret of a new code app. The old app stays valid until a code of the new app
// was entered (ConfirmTOTP).
func (s *Service) OfferTOTP(ctx context.Context, given OwnCredentials) (CodeAppSecret, error) {
	o, err := s.checkCredentials(ctx, given)
	if err != nil {
		return CodeAppSecret{}, err
	}
	plain, address, sealed, err := s.newSecret(o.Username)
	if err != nil {
		return CodeAppSecret{}, err
	}
	return CodeAppSecret{Secret: plain, URL: address}, pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := db.New(tx).SetNextOperatorTotp(ctx, db.SetNextOperatorTotpParams{ID: o.ID, TotpNext: sealed}); err != nil {
			return err
		}
		return s.Audit(ctx, tx, "operator.totp_offer", o.Username, nil)
	})
}

// ConfirmTOTP puts the offered code app in use if code is one of its codes, and ends the caller's other
// sessions. Errors: NO_DATA if no code app was offered, and the errors of checkNewAppCode.
func (s *Service) ConfirmTOTP(ctx context.Context, code string) (*web.Response[web.Empty], error) {
	return web.OnceAfter(ctx, s.Keyed, "", map[string]string{"code": code}, func() (func(pgx.Tx) (int, web.Empty, error), error) {
		o, err := s.q().GetOperatorByName(ctx, web.From(ctx).Caller.Operator.Username)
		if err != nil {
			return nil, err
		}
		if o.TotpNext == nil {
			return nil, apperr.New(apperr.NoData)
		}
		step, err := s.checkNewAppCode(ctx, o, code)
		return func(tx pgx.Tx) (int, web.Empty, error) {
			return http.StatusOK, web.Empty{}, s.changeSelfTx(ctx, tx, o, "operator.totp", func(q *db.Queries) error {
				if err := q.SetOperatorTotp(ctx, db.SetOperatorTotpParams{ID: o.ID, TotpSecret: o.TotpNext}); err != nil {
					return err
				}
				_, err := q.StoreUsedTimeStep(ctx, db.StoreUsedTimeStepParams{ID: o.ID, Step: step}) // marks the code as used
				return err
			})
		}, err
	})
}

// changeSelfTx runs do, ends the operator's other sessions and adds the change to the log. Error:
// KEY_INVALID if a concurrent change committed first.
func (s *Service) changeSelfTx(ctx context.Context, tx pgx.Tx, read db.Operator, action string, do func(*db.Queries) error) error {
	q := db.New(tx)
	current, err := q.LockOperator(ctx, read.ID)
	if err != nil {
		return err
	}
	if current.PasswordHash != read.PasswordHash || !bytes.Equal(current.TotpNext, read.TotpNext) {
		return apperr.New(apperr.KeyInvalid).WithStatus(http.StatusConflict)
	}
	if err := do(q); err != nil {
		return err
	}
	keepSession := int64(0)
	if caller := web.From(ctx).Caller.Operator; caller != nil {
		keepSession = caller.SessionID
	}
	if err := q.RevokeSessionsOfOperator(ctx, db.RevokeSessionsOfOperatorParams{OperatorID: read.ID, Keep: keepSession, Now: s.Clock()}); err != nil {
		return err
	}
	return s.Audit(ctx, tx, action, read.Username, nil)
}

// Reset gives an operator a new password and code app from the command line, and ends all their
// sessions. It returns the code app's secret.
func (s *Service) Reset(ctx context.Context, username, pass string) (secret string, err error) {
	hash, err := s.hashNewPassword(ctx, username, pass)
	if err != nil {
		return "", err
	}
	o, err := s.q().GetOperatorByName(ctx, username)
	if err != nil {
		return "", err
	}
	plain, _, sealed, err := s.newSecret(username)
	if err != nil {
		return "", err
	}
	return plain, pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.changeSelfTx(ctx, tx, o, "operator.reset", func(q *db.Queries) error {
			if err := q.SetOperatorPassword(ctx, db.SetOperatorPasswordParams{ID: o.ID, PasswordHash: hash}); err != nil {
				return err
			}
			return q.SetOperatorTotp(ctx, db.SetOperatorTotpParams{ID: o.ID, TotpSecret: sealed})
		})
	})
}

func (s *Service) selfRoutes(e *web.Edge) {
	staff := func(id, path, summary string, errors apperr.Codes) web.Route {
		return web.Route{ID: id, Method: http.MethodPost, Path: "/api/operator/" + path, Tag: tag, Auth: web.Staff, Summary: summary, Errors: errors}
	}
	responseDeleted := apperr.KeyInvalid.At(http.StatusConflict) // if the stored response of a repeat was deleted: web.OnceAfter
	web.Handle(e, staff("operatorPresent", "present", "Report that the operator is active, so that the session does not end", nil),
		func(context.Context, *struct{}) (*web.OK, error) { return &web.OK{}, nil }) // Authenticate has stored the time
	type change struct {
		Body struct {
			OwnCredentials
			NewPassword string `json:"newPassword"`
		}
	}
	web.Handle(e, staff("operatorPassword", "password", "Change one's own password; other sessions end", proofErrors.And(responseDeleted)),
		func(ctx context.Context, in *change) (*web.Response[web.Empty], error) {
			return s.ChangePassword(ctx, in.Body.OwnCredentials, in.Body.NewPassword)
		})
	type proof struct{ Body OwnCredentials }
	type offer struct{ Body CodeAppSecret }
	web.Handle(e, staff("operatorOfferTotp", "totp", "Get the secret of a new code app; the old app stays valid until a code of the new one is entered", proofErrors),
		func(ctx context.Context, in *proof) (*offer, error) {
			out, err := s.OfferTOTP(ctx, in.Body)
			return &offer{out}, err
		})
	type code struct {
		Body struct {
			Code string `json:"code" doc:"A code of the new app."`
		}
	}
	web.Handle(e, staff("operatorTakeTotp", "totp/confirm", "Put the new code app in use; other sessions end",
		apperr.Codes{responseDeleted, apperr.NoData, apperr.RequestLimit, apperr.WrongCredential}),
		func(ctx context.Context, in *code) (*web.Response[web.Empty], error) {
			return s.ConfirmTOTP(ctx, in.Body.Code)
		})
}

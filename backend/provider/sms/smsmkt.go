package sms

import (
	"context"
	"fmt"
	"net/http"

	"krapao/backend/provider"
)

// smsMKT implements SMSMKT's OTP API. Every response has a code, a string, which is "000" on success. If the
// member's code is wrong, the call succeeds, and the result's status is false.
//
// Users of the provider report that refusals have status 200, and that "5000" is an expired token. The
// provider's documents confirm neither. The client does not depend on the status. Any other code of a check
// counts as no response, which uses up no try of the member.
type smsMKT struct{ cfg Config }

type smsMKTResponse struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Result struct {
		Token  string `json:"token"`
		Ref    string `json:"ref_code"`
		Status *bool  `json:"status"`
	} `json:"result"`
}

const (
	smsMKTOK      = "000"
	smsMKTExpired = "5000"
)

func (c smsMKT) Request(ctx context.Context, phone string) (Ticket, error) {
	body := struct {
		Project string `json:"project_key"`
		Phone   string `json:"phone"`
	}{c.cfg.Project, phone}
	a, status, err := c.send(ctx, "/otp-send", body)
	switch {
	case err != nil:
		return Ticket{}, err
	case status == http.StatusOK && a.Code == smsMKTOK && a.Result.Token != "":
		return Ticket{Token: a.Result.Token, Ref: a.Result.Ref}, nil
	case status < http.StatusInternalServerError && a.Code != "" && a.Code != smsMKTOK:
		return Ticket{}, fmt.Errorf("%w: code %s", ErrRefused, a.Code)
	default:
		return Ticket{}, fmt.Errorf("%w: HTTP %d", provider.ErrDown, status)
	}
}

func (c smsMKT) Verify(ctx context.Context, t Ticket, code string) error {
	body := struct {
		Token string `json:"token"`
		Code  string `json:"otp_code"`
		Ref   string `json:"ref_code,omitempty"`
	}{t.Token, code, t.Ref}
	a, status, err := c.send(ctx, "/otp-validate", body)
	switch {
	case err != nil:
		return err
	case status == http.StatusOK && a.Code == smsMKTOK && a.Result.Status != nil:
		if *a.Result.Status {
			return nil
		}
		return ErrWrongCode
	case status < http.StatusInternalServerError && a.Code == smsMKTExpired:
		return ErrExpired
	default:
		return fmt.Errorf("%w: HTTP %d, code %q", provider.ErrDown, status, a.Code)
	}
}

func (c smsMKT) send(ctx context.Context, path string, body any) (a smsMKTResponse, status int, err error) {
	// The names are in the provider's spelling; Header.Set would change them to Api_key.
	header := http.Header{"api_key": {c.cfg.Key}, "secret_key": {c.cfg.Secret}}
	status, err = provider.PostJSON(provider.WithName(ctx, "sms"), c.cfg.BaseURL+path, header, body, &a)
	return a, status, err
}

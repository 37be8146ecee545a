package sms

import (
	"context"
	"fmt"

	"krapao/backend/provider"
)

// thaiBulk implements ThaiBulkSMS's OTP API, version 2.
type thaiBulk struct{ cfg Config }

type credentials struct {
	Key    string `json:"key"`
	Secret string `json:"secret"`
}

type thaiBulkResponse struct {
	Status  string `json:"status"`
	Token   string `json:"token"`
	RefNo   string `json:"refno"`
	Message any    `json:"message"`
	Code    int    `json:"code"`
	Errors  []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

func (c thaiBulk) Request(ctx context.Context, phone string) (Ticket, error) {
	body := struct {
		credentials
		Msisdn string `json:"msisdn"`
	}{credentials{c.cfg.Key, c.cfg.Secret}, phone}
	var a thaiBulkResponse
	status, err := provider.PostJSON(provider.WithName(ctx, "sms"), c.cfg.BaseURL+"/v2/otp/request", nil, body, &a)
	switch {
	case err != nil:
		return Ticket{}, err
	case status == 200 && a.Status == "success" && a.Token != "":
		return Ticket{Token: a.Token, Ref: a.RefNo}, nil
	case status >= 400 && status < 500 && a.Code != 0:
		return Ticket{}, fmt.Errorf("%w: code %d", ErrRefused, a.Code)
	default:
		return Ticket{}, fmt.Errorf("%w: HTTP %d", provider.ErrDown, status)
	}
}

// The codes of a check that failed.
const (
	thaiBulkExpired = 1012
	thaiBulkWrong   = 1013
)

func (c thaiBulk) Verify(ctx context.Context, t Ticket, pin string) error {
	body := struct {
		credentials
		Token string `json:"token"`
		Pin   string `json:"pin"`
	}{credentials{c.cfg.Key, c.cfg.Secret}, t.Token, pin}
	var a thaiBulkResponse
	status, err := provider.PostJSON(provider.WithName(ctx, "sms"), c.cfg.BaseURL+"/v2/otp/verify", nil, body, &a)
	switch {
	case err != nil:
		return err
	case status == 200 && a.Status == "success":
		return nil
	case status >= 400 && status < 500 && a.Code == thaiBulkExpired:
		return ErrExpired
	case status >= 400 && status < 500 && a.Code == thaiBulkWrong:
		return ErrWrongCode
	default:
		return fmt.Errorf("%w: HTTP %d, code %d", provider.ErrDown, status, a.Code)
	}
}

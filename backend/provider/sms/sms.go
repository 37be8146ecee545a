// Package sms sends one-time codes through ThaiBulkSMS. The company makes and
// holds the code; we keep its token.
package sms

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"krapao/backend/provider"
)

// What the company can say no with.
var (
	// ErrRefused is a definite refusal to send: no message is on its way.
	ErrRefused = errors.New("sms: refused")
	// ErrWrongCode is a wrong code.
	ErrWrongCode = errors.New("sms: wrong code")
	// ErrExpired is a code that was right once.
	ErrExpired = errors.New("sms: the code has expired")
)

// Config of the client. BaseURL ends before /v2.
type Config struct {
	BaseURL, Key, Secret string
}

// Client talks to one account.
type Client struct{ cfg Config }

// New makes a client.
func New(cfg Config) *Client {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	return &Client{cfg}
}

// Ticket names a code that was sent. Ref is printed in the message, so that
// the member can tell it from an older one.
type Ticket struct {
	Token string
	Ref   string
}

type credentials struct {
	Key    string `json:"key"`
	Secret string `json:"secret"`
}

type answer struct {
	Status  string `json:"status"`
	Token   string `json:"token"`
	RefNo   string `json:"refno"`
	Message any    `json:"message"`
	Code    int    `json:"code"`
	Errors  []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// Request has a code sent to a phone. It answers ErrRefused where the company
// says no, and provider.ErrDown where a message may be on its way all the same.
func (c *Client) Request(ctx context.Context, phone string) (Ticket, error) {
	body := struct {
		credentials
		Msisdn string `json:"msisdn"`
	}{credentials{c.cfg.Key, c.cfg.Secret}, phone}
	var a answer
	status, err := provider.PostJSON(provider.For(ctx, "sms"), c.cfg.BaseURL+"/v2/otp/request", nil, body, &a)
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

// The codes of a refused check.
const (
	codeExpired = 1012
	codeWrong   = 1013
)

// Verify checks a code. It answers nil, ErrWrongCode, ErrExpired, or
// provider.ErrDown where the company did not say.
func (c *Client) Verify(ctx context.Context, token, pin string) error {
	body := struct {
		credentials
		Token string `json:"token"`
		Pin   string `json:"pin"`
	}{credentials{c.cfg.Key, c.cfg.Secret}, token, pin}
	var a answer
	status, err := provider.PostJSON(provider.For(ctx, "sms"), c.cfg.BaseURL+"/v2/otp/verify", nil, body, &a)
	switch {
	case err != nil:
		return err
	case status == 200 && a.Status == "success":
		return nil
	case status >= 400 && status < 500 && a.Code == codeExpired:
		return ErrExpired
	case status >= 400 && status < 500 && a.Code == codeWrong:
		return ErrWrongCode
	default:
		return fmt.Errorf("%w: HTTP %d, code %d", provider.ErrDown, status, a.Code)
	}
}

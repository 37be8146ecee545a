// Package sms sends one-time codes. ThaiBulkSMS and SMSMKT are spoken, each in its
// own wire format, and answer in one form. The company makes and holds the code; we
// keep its token.
package sms

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// Ticket names a code that was sent. Ref is printed in the message, so that
// the member can tell it from an older one.
type Ticket struct {
	Token string
	Ref   string
}

// Company is one company that sends codes.
type Company interface {
	// Request has a code sent to a phone. It answers ErrRefused where the company
	// says no, and provider.ErrDown where a message may be on its way all the same.
	Request(ctx context.Context, phone string) (Ticket, error)
	// Verify checks a code. It answers nil, ErrWrongCode, ErrExpired, or
	// provider.ErrDown where the company did not say.
	Verify(ctx context.Context, t Ticket, code string) error
}

// The companies, as the settings name them.
const (
	ThaiBulkSMS = "thaibulksms"
	SMSMKT      = "smsmkt"
)

// Config of a company. BaseURL ends before what the company's own paths begin with:
// /v2 of ThaiBulkSMS, /otp-send of SMSMKT.
type Config struct {
	Provider             string
	BaseURL, Key, Secret string
	Project              string // SMSMKT's
}

// New makes the configured company's client.
func New(cfg Config) (Company, error) {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	switch cfg.Provider {
	case ThaiBulkSMS:
		return thaiBulk{cfg}, nil
	case SMSMKT:
		return smsMKT{cfg}, nil
	default:
		return nil, fmt.Errorf("sms: unknown company %q", cfg.Provider)
	}
}

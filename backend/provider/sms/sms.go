// Package sms sends one-time codes. There are clients for ThaiBulkSMS and SMSMKT, each with its own wire
// format and one common interface. The provider makes and holds the code; we keep its token.
package sms

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// The refusals of a provider.
var (
	// ErrRefused is a definite refusal to send: no message is on its way.
	ErrRefused = errors.New("sms: refused")
	// ErrWrongCode is a wrong code.
	ErrWrongCode = errors.New("sms: wrong code")
	// ErrExpired is a code that has expired or was used.
	ErrExpired = errors.New("sms: the code has expired")
)

// Ticket names a code that was sent. Ref is printed in the message, so that the member can distinguish it
// from an older one.
type Ticket struct {
	Token string
	Ref   string
}

// Company is the client of one provider that sends codes.
type Company interface {
	// Request sends a code to a phone. It returns ErrRefused if the provider refuses, and provider.ErrDown
	// if a message may be on its way all the same.
	Request(ctx context.Context, phone string) (Ticket, error)
	// Verify checks a code. It returns nil, ErrWrongCode, ErrExpired, or provider.ErrDown if the provider
	// did not say.
	Verify(ctx context.Context, t Ticket, code string) error
}

// The providers, as the settings name them.
const (
	ThaiBulkSMS = "thaibulksms"
	SMSMKT      = "smsmkt"
)

// Config of a provider. BaseURL ends before the provider's own paths: /v2 for ThaiBulkSMS, /otp-send for
// SMSMKT.
type Config struct {
	Provider             string
	BaseURL, Key, Secret string
	Project              string // SMSMKT's
}

// New returns the configured provider's client.
func New(cfg Config) (Company, error) {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	switch cfg.Provider {
	case ThaiBulkSMS:
		return thaiBulk{cfg}, nil
	case SMSMKT:
		return smsMKT{cfg}, nil
	default:
		return nil, fmt.Errorf("sms: unknown provider %q", cfg.Provider)
	}
}

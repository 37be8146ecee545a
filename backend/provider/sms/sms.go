// Package sms sends one-time codes. There are clients for ThaiBulkSMS and SMSMKT. Each has its own wire
// format, and all implement one interface. The provider makes and stores the code; we store its token.
package sms

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// The errors of a provider, besides provider.ErrDown.
var (
	// ErrRefused is a definite refusal to send: no message was sent.
	ErrRefused = errors.New("sms: refused")
	// ErrWrongCode means that the code is wrong.
	ErrWrongCode = errors.New("sms: wrong code")
	// ErrExpired means that the code has expired or was used.
	ErrExpired = errors.New("sms: the code has expired")
)

// Ticket identifies a code that was sent. Ref is printed in the message, so that the member can
// distinguish the message from an older one.
type Ticket struct {
	Token string
	Ref   string
}

// Client is the client of one provider that sends codes.
type Client interface {
	// Request sends a code to a phone. Errors: ErrRefused, or provider.ErrDown if a message may have been
	// sent.
	Request(ctx context.Context, phone string) (Ticket, error)
	// Verify checks a code. Errors: ErrWrongCode, ErrExpired, or provider.ErrDown if the provider did not
	// decide.
	Verify(ctx context.Context, t Ticket, code string) error
}

// The names of the providers in the configuration.
const (
	ThaiBulkSMS = "thaibulksms"
	SMSMKT      = "smsmkt"
)

// Config is the configuration of a client. BaseURL ends before the provider's own paths: at /v2 for
// ThaiBulkSMS, at /otp-send for SMSMKT.
type Config struct {
	Provider             string
	BaseURL, Key, Secret string
	Project              string // SMSMKT's
}

// New returns the client of the configured provider, or an error for an unknown one.
func New(cfg Config) (Client, error) {
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

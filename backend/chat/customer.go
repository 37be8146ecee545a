package chat

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// customerID is a customer: a member, or a guest. A guest is identified by the hash of the guest id.
type customerID struct {
	member   int64
	publicID string
	username string // set for a member who is the caller
	guest    []byte
}

// Claim is the caller's identity, as a call claims it. A member is identified by the token, a guest by
// GuestID. UserID is only compared with the member's own _id.
type Claim struct {
	UserID  string `json:"userId,omitempty" doc:"The member's own _id. Optional."`
	GuestID string `json:"guestId,omitempty" doc:"A version-4 UUID that the browser made: the guest's secret."`
}

// callerAsCustomer returns the caller as a customer. Errors: INVALID_USER_1 for another member's userId,
// INVALID_USER_INFO (guestId) for a malformed guest id.
func callerAsCustomer(ctx context.Context, c Claim) (customerID, error) {
	caller := web.From(ctx).Caller
	if caller.MemberID != 0 {
		if c.UserID != "" && c.UserID != caller.PublicID {
			return customerID{}, errOtherUser()
		}
		return customerID{member: caller.MemberID, publicID: caller.PublicID, username: identity.Caller(ctx).Username}, nil
	}
	if c.UserID != "" {
		return customerID{}, errOtherUser()
	}
	id, err := guest.Parse(c.GuestID)
	if err != nil {
		return customerID{}, err
	}
	return customerID{guest: id.Hash()}, nil
}

func errOtherUser() error {
	return apperr.New(apperr.InvalidUser1).WithStatus(http.StatusForbidden)
}

// errRetiredGuest returns INVALID_USER_2 (403): the guest's conversation was appended to a member's.
func errRetiredGuest() error {
	return apperr.New(apperr.InvalidUser2).WithStatus(http.StatusForbidden)
}

// room returns the name of the customer's room, which is a part of subjects on the bus.
func (p customerID) room() string {
	if p.member != 0 {
		return "m." + strconv.FormatInt(p.member, 10)
	}
	return "g." + hex.EncodeToString(p.guest)
}

func roomOf(c db.Conversation) string {
	p := customerID{guest: c.GuestHash}
	if c.MemberID != nil {
		p.member = *c.MemberID
	}
	return p.room()
}

// holder returns the holder for whom the addresses of files are signed.
func (p customerID) holder(ctx context.Context) web.Holder {
	if p.member == 0 {
		return web.Holder{Guest: p.guest}
	}
	return web.HolderOf(ctx)
}

// HasGuestConversation reports whether a guest has a conversation. Error: INVALID_USER_2 if it was appended to a
// member's.
func (s *Service) HasGuestConversation(ctx context.Context, hash []byte) (bool, error) {
	_, open, err := s.findConversation(ctx, s.Pool, customerID{guest: hash})
	return open, err
}

// findConversation returns the customer's conversation; ok is false if there is none yet. Error: INVALID_USER_2.
func (s *Service) findConversation(ctx context.Context, q pg.DB, p customerID) (c db.Conversation, ok bool, err error) {
	if p.member != 0 {
		c, err = db.New(q).GetConversationOfMember(ctx, p.member)
	} else {
		c, err = db.New(q).GetConversationOfGuest(ctx, p.guest)
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return c, false, nil
	case err == nil && c.JoinedTo != nil:
		return c, false, errRetiredGuest()
	}
	return c, err == nil, err
}

// openConversation returns the customer's conversation and creates it if needed. Anyone can make guest ids, so new
// guest conversations are limited by address. Error: REQUEST_LIMIT.
func (s *Service) openConversation(ctx context.Context, p customerID) (db.Conversation, error) {
	c, ok, err := s.findConversation(ctx, s.Pool, p)
	if ok || err != nil {
		return c, err
	}
	if p.member == 0 {
		if err := limit.Refusal(s.Limits.Hit(ctx, "chat:addr:"+web.From(ctx).Address(), newGuestLimit)); err != nil {
			return c, err
		}
	}
	if err := s.createConversation(ctx, s.Pool, p); err != nil {
		return c, err
	}
	c, _, err = s.findConversation(ctx, s.Pool, p)
	return c, err
}

func (s *Service) createConversation(ctx context.Context, q pg.DB, p customerID) error {
	row := db.InsertConversationParams{GuestHash: p.guest, Locale: callerLocale(ctx), Now: s.Clock()}
	if p.member != 0 {
		row.MemberID = &p.member
	} else {
		row.Origin = s.addressHash(ctx)
	}
	_, err := db.New(q).InsertConversation(ctx, row)
	return err
}

// callerLocale returns the caller's language, in which support replies.
func callerLocale(ctx context.Context) string {
	switch l := web.From(ctx).Locale; l {
	case "lo", "en":
		return l
	default:
		return "th"
	}
}

// addressHash returns a keyed hash of the call's address. It groups guests without revealing the address.
func (s *Service) addressHash(ctx context.Context) string {
	mac := hmac.New(sha256.New, s.Signer.Key)
	mac.Write([]byte("origin\x00" + web.From(ctx).Address()))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:12])
}

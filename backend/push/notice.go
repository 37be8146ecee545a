package push

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
)

// Kind is a kind of notification.
type Kind string

// The kinds, each with its Args: amount (as money.Satang formats it) and currency (BAHT unless LAK), or
// name, or none.
const (
	ChatReply       Kind = "chat.reply"       // name of the operator
	DepositCredited Kind = "deposit.credited" // amount
	DepositHeld     Kind = "deposit.held"     // amount; it will be returned
	SlipRefused     Kind = "slip.refused"     // amount, if known
	WithdrawPaid    Kind = "withdraw.paid"    // amount
	WithdrawRefused Kind = "withdraw.refused" // amount
	BonusEnded      Kind = "bonus.ended"      // name of the bonus
	SessionNew      Kind = "session.new"      // name of the device
	PasswordChanged Kind = "password.changed"
	PasskeyAdded    Kind = "passkey.added"   // name of the passkey
	PasskeyStopped  Kind = "passkey.stopped" // name of the passkey
)

// Notice is a notification, before it is written in each receiver's language.
type Notice struct {
	Kind Kind
	// Args are shown only to a member who allows it.
	Args map[string]string
}

// kindSettings describes how a kind is sent and which page it opens.
type kindSettings struct {
	memberURL       string
	guestURL        string // "" if a guest never gets it
	urgency         string // "high" wakes a sleeping phone
	replaces        bool   // a later notice of the kind replaces an earlier one
	toEndedSessions bool   // also sent to devices whose session it just ended
}

var kinds = map[Kind]kindSettings{
	ChatReply:       {memberURL: "/user/home?sheet=chat", guestURL: "/contact?sheet=chat", urgency: "high", replaces: true},
	DepositCredited: {memberURL: "/user/statement", urgency: "normal"},
	DepositHeld:     {memberURL: "/user/statement", urgency: "high"},
	SlipRefused:     {memberURL: "/user/statement?sheet=slips", urgency: "high"},
	WithdrawPaid:    {memberURL: "/user/statement", urgency: "normal"},
	WithdrawRefused: {memberURL: "/user/statement", urgency: "high"},
	BonusEnded:      {memberURL: "/user/statement", urgency: "normal"},
	SessionNew:      {memberURL: "/user/profile?sheet=sessions", urgency: "high"},
	PasswordChanged: {memberURL: "/user/profile", urgency: "high", toEndedSessions: true},
	PasskeyAdded:    {memberURL: "/user/profile?sheet=passkeys", urgency: "high"},
	PasskeyStopped:  {memberURL: "/user/profile?sheet=passkeys", urgency: "high"},
}

// payload is the payload that the service worker reads.
type payload struct {
	Kind  Kind      `json:"kind"`
	Title string    `json:"title"`
	Body  string    `json:"body"`
	URL   string    `json:"url"`
	Tag   string    `json:"tag"`
	At    time.Time `json:"at"`
}

// maxArg is the maximum length of an arg in a payload, in code points.
const maxArg = 60

// newMessage returns the push of a notice for one subscription. If details is true, amounts and names
// are shown.
func newMessage(j sendPush, locale string, guest, details bool) (message, error) {
	kind := kinds[j.What]
	// A push is sent twice if the first response was lost. Both have the same topic and tag, so the
	// browser shows one notification.
	topic, tag := strings.ReplaceAll(j.Notice.String(), "-", ""), string(j.What)+":"+j.Notice.String()
	if kind.replaces {
		topic, tag = strings.ReplaceAll(string(j.What), ".", "-"), string(j.What)
	}
	address := kind.memberURL
	if guest {
		address = kind.guestURL
	}
	title, body := writeText(j.What, locale, j.Args, details)
	payload, err := json.Marshal(payload{Kind: j.What, Title: title, Body: body, URL: address, Tag: tag, At: j.At.UTC()})
	return message{payload: payload, urgency: kind.urgency, topic: topic}, err
}

// sendPush is the job that sends a notice to one subscription. The subscription's id changes with its
// owner.
type sendPush struct {
	Subscription uuid.UUID         `json:"subscription"`
	Notice       uuid.UUID         `json:"notice"`
	What         Kind              `json:"what"`
	Args         map[string]string `json:"args,omitempty"`
	At           time.Time         `json:"at"`
	// Farewell: also send it if the device's session has ended since.
	Farewell bool `json:"farewell,omitempty"`
}

const bulkhead = "push"

// Kind names the job in the queue's table.
func (sendPush) Kind() string { return "send_push" }

// InsertOpts puts the job in a queue with its own workers, because calls of push services are slow.
func (sendPush) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: bulkhead, MaxAttempts: maxTries}
}

package chat

import (
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// supportRoles are the roles of operators who reply to customers.
var supportRoles = []string{"support", "admin"}

// Summary is a conversation in the operators' inbox. It does not contain a guest's id, which is not
// stored.
type Summary struct {
	ID              string     `json:"id"`
	Kind            string     `json:"kind" enum:"member,guest"`
	Title           string     `json:"title" doc:"The member's name, or Guest and a number."`
	MemberID        string     `json:"memberId,omitempty"`
	Locale          string     `json:"locale" doc:"The customer's language."`
	Status          string     `json:"status" enum:"OPEN,CLOSED"`
	LastSeq         int64      `json:"lastSeq"`
	Unread          int64      `json:"unread"`
	CustomerReadSeq int64      `json:"customerReadSeq"`
	WaitingSince    *time.Time `json:"waitingSince,omitempty" doc:"Since when the customer has waited for a reply."`
	PlaceAtAddress  int64      `json:"crowd,omitempty" doc:"Set if many guests from this guest's address wait. They are listed after all others who wait, in the order of this number."`
	Assignee        string     `json:"assignee"`
	LastAt          time.Time  `json:"lastAt"`
	LastSender      string     `json:"lastSender"`
	Preview         string     `json:"preview"`
	Online          bool       `json:"online"`
	PlayClosed      bool       `json:"playClosed" doc:"The member takes a break from play, or has closed play. Operators must not encourage the member to play."`
}

func (s *Service) toSummary(r db.ListInboxRow) Summary {
	out := Summary{
		ID: idText(r.ID), Kind: "guest", Title: "Guest " + idText(r.ID), MemberID: r.PublicID, Locale: r.Locale, Status: r.Status,
		LastSeq: r.LastSeq, Unread: r.Unread, CustomerReadSeq: r.CustomerReadSeq, WaitingSince: r.WaitingSince, PlaceAtAddress: r.PlaceAtAddress, Assignee: r.Assignee,
		LastAt: r.LastAt.UTC(), LastSender: r.LastSender, Preview: r.Preview, Online: s.Clock().Sub(r.SeenAt) < onlinePeriod, PlayClosed: r.PlayClosed,
	}
	if r.MemberID != nil {
		out.Kind, out.Title = "member", r.MemberName
	}
	return out
}

func idText(id int64) string { return strconv.FormatInt(id, 10) }

// Inbox is a page of conversations, with counts of all open ones.
type Inbox struct {
	Conversations []Summary `json:"conversations"`
	Unread        int64     `json:"unread" doc:"Open conversations with unread messages."`
	Waiting       int64     `json:"waiting" doc:"Open conversations that wait for a reply."`
}

// InboxQuery selects the conversations of a page.
type InboxQuery struct {
	Status   string
	Operator int64 // only conversations assigned to this operator; 0 for all
	Skip     int   // how many conversations to skip from the top
}

// List returns a page of the inbox: the conversations that wait longest first, then the newest.
// If many guests come from one address, they are listed after all others who wait.
func (s *Service) List(ctx context.Context, l InboxQuery) (Inbox, error) {
	params := db.ListInboxParams{Now: s.Clock(), Status: l.Status, Skip: int32(l.Skip)}
	if l.Operator != 0 {
		params.Assigned = &l.Operator
	}
	rows, err := s.q().ListInbox(ctx, params)
	if err != nil {
		return Inbox{}, err
	}
	counts, err := s.q().CountInbox(ctx)
	out := Inbox{Conversations: make([]Summary, 0, len(rows)), Unread: counts.Unread, Waiting: counts.Waiting}
	for _, r := range rows {
		out.Conversations = append(out.Conversations, s.toSummary(r))
	}
	return out, err
}

// Summary returns one conversation. Error: NO_DATA.
func (s *Service) Summary(ctx context.Context, id int64) (Summary, error) {
	rows, err := s.q().GetInboxRow(ctx, db.GetInboxRowParams{Now: s.Clock(), Ids: []int64{id}})
	if err == nil && len(rows) == 0 {
		if _, err = s.conversation(ctx, id); err == nil { // it was just appended to a member's
			err = apperr.New(apperr.NoData)
		}
	}
	if err != nil {
		return Summary{}, err
	}
	return s.toSummary(db.ListInboxRow(rows[0])), nil
}

// conversation returns a conversation that support may see. Error: NO_DATA. If the conversation was
// appended to a member's, the error's movedTo has the id of that one.
func (s *Service) conversation(ctx context.Context, id int64) (db.Conversation, error) {
	c, err := s.q().GetConversation(ctx, id)
	if err == nil && c.JoinedTo != nil {
		return c, apperr.New(apperr.NoData).WithExtra(apperr.MovedTo, idText(*c.JoinedTo))
	}
	if err != nil || c.LastSeq == 0 {
		return c, pg.NotFound(err)
	}
	return c, nil
}

func (s *Service) conversationOf(ctx context.Context, id string) (db.Conversation, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return db.Conversation{}, apperr.New(apperr.NoData)
	}
	return s.conversation(ctx, n)
}

// ReadBySupport moves support's read mark to seq, never back.
func (s *Service) ReadBySupport(ctx context.Context, id, seq int64) (Summary, error) {
	c, err := s.conversation(ctx, id)
	if err != nil {
		return Summary{}, err
	}
	moved, err := s.q().StoreSupportReadMark(ctx, db.StoreSupportReadMarkParams{ID: id, Seq: min(seq, math.MaxInt64)})
	if err == nil {
		s.announceRead(roomOf(c), id, support, moved)
	}
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return Summary{}, err
	}
	return s.Summary(ctx, id)
}

// Assign assigns a conversation to an operator, or to no operator if username is "". Error:
// INVALID_USER_INFO for an unknown or inactive operator.
func (s *Service) Assign(ctx context.Context, id int64, username string) (Summary, error) {
	if _, err := s.conversation(ctx, id); err != nil {
		return Summary{}, err
	}
	params := db.AssignParams{ID: id}
	if username != "" {
		params.Username = &username
	}
	return s.changeConversation(ctx, id, "chat.assign", map[string]any{"to": username}, func(q *db.Queries) error {
		n, err := q.Assign(ctx, params)
		if err == nil && n == 0 {
			err = badField("operator")
		}
		return err
	})
}

// SetStatus closes or reopens a conversation. A new message of the customer also reopens it.
func (s *Service) SetStatus(ctx context.Context, id int64, status string) (Summary, error) {
	if _, err := s.conversation(ctx, id); err != nil {
		return Summary{}, err
	}
	return s.changeConversation(ctx, id, "chat.status", map[string]any{"status": status}, func(q *db.Queries) error {
		_, err := q.SetStatus(ctx, db.SetStatusParams{ID: id, Status: status})
		return err
	})
}

// changeConversation runs an operator's action on a conversation, writes it to the audit log, and notifies the
// other operators' screens.
func (s *Service) changeConversation(ctx context.Context, id int64, action string, details map[string]any, do func(*db.Queries) error) (Summary, error) {
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := do(db.New(tx)); err != nil {
			return err
		}
		return s.Staff.Audit(ctx, tx, action, idText(id), details)
	})
	if err != nil {
		return Summary{}, err
	}
	s.announceInbox(id)
	return s.Summary(ctx, id)
}

// storeSeen stores that the users were seen now. They then count as online in the inbox.
func (s *Service) storeSeen(ctx context.Context, users []*socketUser) {
	params := db.StoreSeenTimeParams{At: s.Clock()}
	for _, user := range users {
		switch {
		case user.member != 0:
			params.Members = append(params.Members, user.member)
		case user.guest != nil:
			params.Guests = append(params.Guests, user.guest)
		}
	}
	if len(params.Members)+len(params.Guests) == 0 {
		return
	}
	if err := s.q().StoreSeenTime(ctx, params); err != nil {
		s.Log.WarnContext(ctx, "chat: store who is online", "cause", err)
	}
}

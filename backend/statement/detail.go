package statement

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/statement/internal/db"
)

// Event is something that happened to a line.
type Event string

// Events. The first two begin a line, and are not stored: they follow from the line itself.
const (
	Announced   Event = "announced" // a bank transfer that the member is about to make
	Asked       Event = "asked"
	Gathered    Event = "gathered" // back from the games, and held
	Approved    Event = "approved" // by a cashier
	Sent        Event = "sent"     // to the bank
	Halfway     Event = "halfway"  // out of the first game
	Done        Event = "done"
	Cancelled   Event = "cancelled" // by the member
	EventFailed Event = "failed"
)

// resultingEvent returns the change's event. If the line stays PENDING, Event must be set. Otherwise
// resultingEvent returns "", which the database rejects.
func (c Change) resultingEvent() Event {
	switch {
	case c.Event != "" || c.Status == Pending:
		return c.Event
	case c.Status == Success:
		return Done
	case c.Note == apperr.WithdrawCancelled:
		return Cancelled
	}
	return EventFailed
}

// LineEvent is an event with its time.
type LineEvent struct {
	Event Event     `json:"event" enum:"announced,asked,gathered,approved,sent,halfway,done,cancelled,failed"`
	At    time.Time `json:"at"`
}

// Actor is who acts next on a line.
type Actor string

// Actors, as the wire names them.
const (
	ByMember  Actor = "member"
	ByCashier Actor = "cashier"
	ByServer  Actor = "house"
	ByBank    Actor = "bank"
	ByGame    Actor = "game"
	ByGift    Actor = "gift" // the provider of gift links
	// ByEarlierWithdrawal means that a cashier first checks an earlier withdrawal of the member. After that
	// check the line continues without any action.
	ByEarlierWithdrawal Actor = "earlier"
)

// LineSlip is the slip that a line was made from.
type LineSlip struct {
	Reference string    `json:"reference" doc:"Names the picture: GET /api/statement/slip/reference/{reference}."`
	CreatedAt time.Time `json:"createdAt"`
}

// Detail is the content of a line's page.
type Detail struct {
	Statement Line        `json:"statement"`
	Reference string      `json:"reference" doc:"The short name of the line that the member reads out to support. Support finds the line by this name."`
	Events    []LineEvent `json:"events" nullable:"false" doc:"In order of time. Events whose time was not stored are missing."`
	WaitsFor  Actor       `json:"waitsFor,omitempty" enum:"member,cashier,house,bank,game,gift,earlier" doc:"Who acts next on a line in progress."`
	Until     *time.Time  `json:"until,omitempty" doc:"When a line in progress ends without an action."`
	Slip      *LineSlip   `json:"slip,omitempty"`
}

// LineOwner is a domain that writes lines. AddToDetail adds to d the data that only this domain can read.
type LineOwner interface {
	AddToDetail(ctx context.Context, q pg.DB, member int64, d *Detail) error
}

// Detail returns one of a member's lines with its events and the data of its owners, or NO_DATA.
func (s *Service) Detail(ctx context.Context, member int64, id uuid.UUID) (d Detail, err error) {
	err = pg.Snapshot(ctx, s.pool, func(tx pgx.Tx) error {
		line, found, err := s.FindLine(ctx, tx, member, id)
		if err == nil && !found {
			err = apperr.New(apperr.NoData)
		}
		if err != nil {
			return err
		}
		rows, err := db.New(tx).ListLineEvents(ctx, id)
		if err != nil {
			return err
		}
		d = Detail{Statement: line, Reference: Reference(id), Events: eventsOf(line, rows)}
		if line.Status == Pending {
			d.WaitsFor = ByServer
		}
		for _, owner := range s.LineOwners {
			if err := owner.AddToDetail(ctx, tx, member, &d); err != nil {
				return err
			}
		}
		return nil
	})
	return d, err
}

func eventsOf(l Line, later []db.ListLineEventsRow) []LineEvent {
	events := []LineEvent{{firstEvent(l, len(later) > 0), l.CreatedAt}}
	for _, r := range later {
		events = append(events, LineEvent{Event(r.Kind), r.At.UTC()})
	}
	return events
}

// firstEvent returns the event with which a line began. A line that never changed was written with its outcome.
func firstEvent(l Line, changed bool) Event {
	switch {
	case !changed && l.Status == Success:
		return Done
	case !changed && l.Status == Failed:
		return EventFailed
	case l.Type == Deposit && l.FromPlace.Kind == Bank:
		return Announced
	}
	return Asked
}

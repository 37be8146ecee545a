package chat

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/ws"
)

const (
	joinTime   = 5 * time.Second
	pingPause  = 25 * time.Second
	checkPause = time.Minute
)

// The close codes of sockets tell the app whether to reconnect.
const (
	closeLeft    = 4401 // the session or guest id is no longer valid
	closeGoing   = 4503 // the server stops; the app reconnects
	closeTooLate = 4408 // the client did not join in time
)

// said is a frame from a client.
type said struct {
	Type          string `json:"type"`
	Token         string `json:"token"`
	GuestID       string `json:"guestId"`
	OperatorToken string `json:"operatorToken"`
	Conversation  string `json:"conversation"`
	Seq           int64  `json:"seq"`
	On            bool   `json:"on"`
}

// sockets are the gate's callbacks.
type sockets struct {
	s   *Service
	ctx context.Context
}

// Opened starts the time within which a socket must join.
func (k sockets) Opened(c *ws.Conn) {
	k.s.hub.add(c, time.AfterFunc(joinTime, func() {
		if k.s.hub.seatOf(c) == nil {
			c.Close(closeTooLate, "join first")
		}
	}))
}

// Closed removes the connection from the hub.
func (k sockets) Closed(c *ws.Conn) { k.s.hub.remove(c) }

// Got handles one frame. It closes the socket if the frame is not JSON.
func (k sockets) Got(c *ws.Conn, raw []byte) {
	ctx, cancel := context.WithTimeout(k.ctx, 10*time.Second)
	defer cancel()
	var f said
	if json.Unmarshal(raw, &f) != nil {
		c.Close(1007, "not a frame")
		return
	}
	seat := k.s.hub.seatOf(c)
	switch {
	case f.Type == "join":
		if err := k.s.join(ctx, c, f); err != nil {
			leave(c, err)
		}
	case seat == nil:
		c.Close(closeTooLate, "join first")
	case f.Type == "ping":
		c.Send([]byte(`{"type":"pong"}`))
	case f.Type == "typing":
		k.s.typing(ctx, seat, f)
	case f.Type == "read" && seat.operator == 0:
		_, _ = k.s.ReadByCustomer(ctx, seat.party, &f.Seq) // errors are ignored: the app also calls HTTP
	}
}

// join adds a socket to the one room of its token or guest id. It ignores the room in the request.
func (s *Service) join(ctx context.Context, c *ws.Conn, f said) error {
	if f.OperatorToken != "" {
		return s.joinStaff(ctx, c, f.OperatorToken)
	}
	if s.SiteClosed(ctx) {
		return apperr.New(apperr.Gone)
	}
	place := &seat{}
	shown := f.GuestID
	if f.Token != "" {
		caller, err := s.Member(ctx, f.Token)
		if err != nil {
			return err
		}
		place.party, place.session = party{member: caller.MemberID, publicID: caller.PublicID}, caller.SessionID
		shown = caller.PublicID
	} else {
		id, err := guest.Parse(f.GuestID)
		if err != nil {
			return err
		}
		place.party = party{guest: id.Hash()}
	}
	place.room = place.party.room()
	// The socket joins first, so that a message which arrives during the reads is not missed.
	if !s.hub.join(c, place) {
		return nil
	}
	row, talked, err := s.find(ctx, s.Pool, place.party)
	if err != nil {
		return err
	}
	joined := frame{
		Type: "joined", Room: Prefix + shown, LastSeq: &row.LastSeq, ReadSeq: &row.CustomerReadSeq, SupportReadSeq: &row.SupportReadSeq,
	}
	if place.party.member != 0 {
		if joined.Cursor, err = s.Cursor(ctx, place.party.member); err != nil {
			return err
		}
	}
	c.Send(joined.bytes())
	if talked {
		s.seen(ctx, []*seat{place})
	}
	return nil
}

func (s *Service) joinStaff(ctx context.Context, c *ws.Conn, token string) error {
	operator, err := s.Staff.Authenticate(ctx, token)
	if err != nil {
		return err
	}
	if !slices.Contains(supporters, operator.Role) {
		return apperr.New(apperr.Unauthorized)
	}
	if s.hub.join(c, &seat{operator: operator.ID, desk: operator.SessionID, token: token}) {
		c.Send(frame{Type: "joined"}.bytes())
	}
	return nil
}

// typing forwards that the other side is typing. It stores nothing.
func (s *Service) typing(ctx context.Context, from *seat, f said) {
	if from.operator != 0 {
		c, err := s.conversationOf(ctx, f.Conversation)
		if err == nil {
			s.Bus.Publish(subjectRoom+roomOf(c), frame{Type: "typing", By: support, On: &f.On}.bytes())
		}
		return
	}
	c, ok, err := s.find(ctx, s.Pool, from.party)
	if ok && err == nil {
		s.Bus.Publish(subjectStaff, frame{Type: "typing", By: customer, On: &f.On, Conversation: idText(c.ID)}.bytes())
	}
}

// leave sends the error code to a socket and closes it.
func leave(c *ws.Conn, err error) {
	code := apperr.Internal
	if e, ok := errors.AsType[*apperr.Error](err); ok {
		code = e.Code
	}
	c.Send(bytesOf(leftFrame{Type: "left", Message: code}))
	c.Close(closeLeft, string(code))
}

// Run connects this instance to the chat of all instances until ctx ends: it subscribes to the bus,
// pings the sockets, and checks whether their sessions are still open. At the end it closes the
// sockets, and their apps reconnect to another instance.
func (s *Service) Run(ctx context.Context) error {
	if err := s.Bus.Subscribe(s.onNotification); err != nil {
		return err
	}
	go s.relayAll(ctx)
	go func() {
		ping, check, inbox := time.NewTicker(pingPause), time.NewTicker(checkPause), time.NewTicker(inboxPause)
		defer ping.Stop()
		defer check.Stop()
		defer inbox.Stop()
		for {
			select {
			case <-ctx.Done():
				s.closeAll()
				return
			case <-ping.C:
				for c := range s.hub.each() {
					c.Ping()
				}
			case <-check.C:
				s.CheckAll(ctx)
			case <-inbox.C:
				s.tellInbox(ctx)
			}
		}
	}()
	return nil
}

func (s *Service) closeAll() {
	for c := range s.hub.each() {
		c.Close(closeGoing, "restarting")
	}
}

// CheckAll checks whether each socket's session is still open, and stores who is online. Run calls it
// each minute.
func (s *Service) CheckAll(ctx context.Context) {
	var all []*ws.Conn
	var here []*seat
	for c, seat := range s.hub.each() {
		all = append(all, c)
		here = append(here, seat)
	}
	s.checkSeats(ctx, all)
	s.seen(ctx, here)
}

// checkSeats closes sockets whose session has ended, also if it ended on another instance.
func (s *Service) checkSeats(ctx context.Context, conns []*ws.Conn) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	members := map[int64][]*ws.Conn{}
	for _, c := range conns {
		seat := s.hub.seatOf(c)
		switch {
		case seat == nil:
		case seat.operator != 0:
			if _, err := s.Staff.Authenticate(ctx, seat.token); apperr.From(err).Status == http.StatusUnauthorized {
				leave(c, err)
			}
		case seat.session != 0:
			members[seat.session] = append(members[seat.session], c)
		}
	}
	if len(members) == 0 {
		return
	}
	ids := make([]int64, 0, len(members))
	for id := range members {
		ids = append(ids, id)
	}
	open, err := s.OpenSessions(ctx, ids)
	if err != nil {
		return // CheckAll runs again in a minute
	}
	for _, id := range open {
		delete(members, id)
	}
	for _, ended := range members {
		for _, c := range ended {
			leave(c, apperr.New(apperr.InvalidToken))
		}
	}
}

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
	joinTime      = 5 * time.Second
	pingInterval  = 25 * time.Second
	checkInterval = time.Minute
)

// From the close code, the app decides whether to reconnect.
const (
	closeInvalid  = 4401 // the session or guest id is no longer valid
	closeStopping = 4503 // the server stops; the app reconnects
	closeTooLate  = 4408 // the client did not join in time
)

// clientFrame is a frame from a client.
type clientFrame struct {
	Type          string `json:"type"`
	Token         string `json:"token"`
	GuestID       string `json:"guestId"`
	OperatorToken string `json:"operatorToken"`
	Conversation  string `json:"conversation"`
	Seq           int64  `json:"seq"`
	On            bool   `json:"on"`
}

// socketHandler are the gate's callbacks.
type socketHandler struct {
	s   *Service
	ctx context.Context
}

// Opened starts the time within which a socket must join.
func (k socketHandler) Opened(c *ws.Conn) {
	k.s.hub.add(c, time.AfterFunc(joinTime, func() {
		if k.s.hub.userOf(c) == nil {
			c.Close(closeTooLate, "join first")
		}
	}))
}

// Closed removes the connection from the hub.
func (k socketHandler) Closed(c *ws.Conn) { k.s.hub.remove(c) }

// Received handles one frame. It closes the socket if the frame is not JSON.
func (k socketHandler) Received(c *ws.Conn, raw []byte) {
	ctx, cancel := context.WithTimeout(k.ctx, 10*time.Second)
	defer cancel()
	var f clientFrame
	if json.Unmarshal(raw, &f) != nil {
		c.Close(1007, "not a frame")
		return
	}
	user := k.s.hub.userOf(c)
	switch {
	case f.Type == "join":
		if err := k.s.join(ctx, c, f); err != nil {
			closeWithError(c, err)
		}
	case user == nil:
		c.Close(closeTooLate, "join first")
	case f.Type == "ping":
		c.Send([]byte(`{"type":"pong"}`))
	case f.Type == "typing":
		k.s.announceTyping(ctx, user, f)
	case f.Type == "read" && user.operator == 0:
		_, _ = k.s.ReadByCustomer(ctx, user.customerID, &f.Seq) // errors are ignored: the app also calls HTTP
	}
}

// join adds a socket to the one room of its token or guest id. It ignores the room in the request.
func (s *Service) join(ctx context.Context, c *ws.Conn, f clientFrame) error {
	if f.OperatorToken != "" {
		return s.joinOperator(ctx, c, f.OperatorToken)
	}
	if s.SiteClosed(ctx) {
		return apperr.New(apperr.Gone)
	}
	user := &socketUser{}
	publicID := f.GuestID
	if f.Token != "" {
		caller, err := s.Member(ctx, f.Token)
		if err != nil {
			return err
		}
		user.customerID, user.session = customerID{member: caller.MemberID, publicID: caller.PublicID}, caller.SessionID
		publicID = caller.PublicID
	} else {
		id, err := guest.Parse(f.GuestID)
		if err != nil {
			return err
		}
		user.customerID = customerID{guest: id.Hash()}
	}
	user.room = user.customerID.room()
	// The socket joins first, so that a message which arrives during the reads is not missed.
	if !s.hub.join(c, user) {
		return nil
	}
	row, found, err := s.findConversation(ctx, s.Pool, user.customerID)
	if err != nil {
		return err
	}
	joined := frame{
		Type: "joined", Room: Prefix + publicID, LastSeq: &row.LastSeq, ReadSeq: &row.CustomerReadSeq, SupportReadSeq: &row.SupportReadSeq,
	}
	if user.customerID.member != 0 {
		if joined.Cursor, err = s.Cursor(ctx, user.customerID.member); err != nil {
			return err
		}
	}
	c.Send(joined.encode())
	if found {
		s.storeSeen(ctx, []*socketUser{user})
	}
	return nil
}

func (s *Service) joinOperator(ctx context.Context, c *ws.Conn, token string) error {
	operator, err := s.Staff.Authenticate(ctx, token)
	if err != nil {
		return err
	}
	if !slices.Contains(supportRoles, operator.Role) {
		return apperr.New(apperr.Unauthorized)
	}
	if s.hub.join(c, &socketUser{operator: operator.ID, operatorSession: operator.SessionID, token: token}) {
		c.Send(frame{Type: "joined"}.encode())
	}
	return nil
}

// announceTyping notifies the other side that the user is typing. It stores nothing.
func (s *Service) announceTyping(ctx context.Context, from *socketUser, f clientFrame) {
	if from.operator != 0 {
		c, err := s.conversationOf(ctx, f.Conversation)
		if err == nil {
			s.Bus.Publish(subjectRoom+roomOf(c), frame{Type: "typing", By: support, On: &f.On}.encode())
		}
		return
	}
	c, ok, err := s.findConversation(ctx, s.Pool, from.customerID)
	if ok && err == nil {
		s.Bus.Publish(subjectStaff, frame{Type: "typing", By: customer, On: &f.On, Conversation: idText(c.ID)}.encode())
	}
}

// closeWithError sends the error code to a socket and closes it.
func closeWithError(c *ws.Conn, err error) {
	code := apperr.Internal
	if e, ok := errors.AsType[*apperr.Error](err); ok {
		code = e.Code
	}
	c.Send(encodeFrame(conversationLeftFrame{Type: "left", Message: code}))
	c.Close(closeInvalid, string(code))
}

// Run connects this server to the chat of all servers until ctx ends. It subscribes to the bus, pings the
// sockets, and checks whether their sessions are still open. At the end it closes the
// sockets, and their apps reconnect to another server.
func (s *Service) Run(ctx context.Context) error {
	if err := s.Bus.Subscribe(s.onNotification); err != nil {
		return err
	}
	go s.relayAll(ctx)
	go func() {
		ping, check, inbox := time.NewTicker(pingInterval), time.NewTicker(checkInterval), time.NewTicker(inboxInterval)
		defer ping.Stop()
		defer check.Stop()
		defer inbox.Stop()
		for {
			select {
			case <-ctx.Done():
				s.closeAll()
				return
			case <-ping.C:
				for c := range s.hub.users() {
					c.Ping()
				}
			case <-check.C:
				s.CheckAll(ctx)
			case <-inbox.C:
				s.sendInboxChanges(ctx)
			}
		}
	}()
	return nil
}

func (s *Service) closeAll() {
	for c := range s.hub.users() {
		c.Close(closeStopping, "restarting")
	}
}

// CheckAll checks whether each socket's session is still open, and stores which users are online. Run calls it
// each minute.
func (s *Service) CheckAll(ctx context.Context) {
	var all []*ws.Conn
	var users []*socketUser
	for c, user := range s.hub.users() {
		all = append(all, c)
		users = append(users, user)
	}
	s.checkSockets(ctx, all)
	s.storeSeen(ctx, users)
}

// checkSockets closes sockets whose session has ended, also if it ended on another server.
func (s *Service) checkSockets(ctx context.Context, conns []*ws.Conn) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	members := map[int64][]*ws.Conn{}
	for _, c := range conns {
		user := s.hub.userOf(c)
		switch {
		case user == nil:
		case user.operator != 0:
			if _, err := s.Staff.Authenticate(ctx, user.token); apperr.From(err).Status == http.StatusUnauthorized {
				closeWithError(c, err)
			}
		case user.session != 0:
			members[user.session] = append(members[user.session], c)
		}
	}
	if len(members) == 0 {
		return
	}
	ids := make([]int64, 0, len(members))
	for id := range members {
		ids = append(ids, id)
	}
	open, err := s.FilterOpenSessions(ctx, ids)
	if err != nil {
		return // CheckAll runs again in a minute
	}
	for _, id := range open {
		delete(members, id)
	}
	for _, endedSession := range members {
		for _, c := range endedSession {
			closeWithError(c, apperr.New(apperr.InvalidToken))
		}
	}
}

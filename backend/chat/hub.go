package chat

import (
	"maps"
	"slices"
	"sync"
	"time"

	"krapao/backend/platform/web"
	"krapao/backend/platform/ws"
)

// hub holds the sockets that are open on this server, by room. Events of all servers reach it
// over the bus.
type hub struct {
	mu        sync.RWMutex
	rooms     map[string][]*ws.Conn
	operators map[*ws.Conn]*socketUser
	all       map[*ws.Conn]*socketUser // also sockets that have not joined yet
}

// socketUser is the user of a socket. Its fields are set when the socket joins, and do not change.
type socketUser struct {
	customerID
	room            string
	session         int64
	operator        int64
	operatorSession int64       // an operator's session
	token           string      // an operator's token, to check whether it is still valid
	joinTimer       *time.Timer // closes a socket that does not join
}

func (s *socketUser) holder() web.Holder {
	return web.Holder{Session: s.session, Operator: s.operatorSession, Guest: s.guest}
}

func newHub() *hub {
	return &hub{rooms: map[string][]*ws.Conn{}, operators: map[*ws.Conn]*socketUser{}, all: map[*ws.Conn]*socketUser{}}
}

// size returns how many sockets are open.
func (h *hub) size() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.all)
}

// add registers a socket that has not joined yet.
func (h *hub) add(c *ws.Conn, joinTimer *time.Timer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all[c] = &socketUser{joinTimer: joinTimer}
}

// join assigns a socket to its user. It returns false if the socket is closed or has joined already.
func (h *hub) join(c *ws.Conn, s *socketUser) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	old, open := h.all[c]
	if !open || old.hasJoined() {
		return false
	}
	old.joinTimer.Stop()
	h.all[c] = s
	if s.operator != 0 {
		h.operators[c] = s
		return true
	}
	h.rooms[s.room] = append(h.rooms[s.room], c)
	return true
}

func (s *socketUser) hasJoined() bool { return s.room != "" || s.operator != 0 }

func (h *hub) userOf(c *ws.Conn) *socketUser {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if s := h.all[c]; s != nil && s.hasJoined() {
		return s
	}
	return nil
}

func (h *hub) remove(c *ws.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.all[c]
	delete(h.all, c)
	delete(h.operators, c)
	if s == nil || s.room == "" {
		return
	}
	h.rooms[s.room] = slices.DeleteFunc(h.rooms[s.room], func(other *ws.Conn) bool { return other == c })
	if len(h.rooms[s.room]) == 0 {
		delete(h.rooms, s.room)
	}
}

// operatorSockets returns the sockets of all operators. It includes the operator who caused the event, who may
// have two screens open.
func (h *hub) operatorSockets() []*ws.Conn {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Collect(maps.Keys(h.operators))
}

func (h *hub) hasOperators() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.operators) > 0
}

// socketsIn returns the sockets in a room.
func (h *hub) socketsIn(room string) []*ws.Conn {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Clone(h.rooms[room])
}

// users returns all sockets with their users.
func (h *hub) users() map[*ws.Conn]*socketUser {
	h.mu.RLock()
	defer h.mu.RUnlock()
	out := make(map[*ws.Conn]*socketUser, len(h.all))
	for c, s := range h.all {
		out[c] = s
	}
	return out
}

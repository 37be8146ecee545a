package chat_test

import (
	"testing"

	"krapao/backend/server/servertest"
)

func TestInbox_GuestsFloodFromOneAddress_AreListedLast(t *testing.T) {
	h := servertest.New(t)
	for range 6 {
		flood, _ := newGuest(h)
		flood.sendText("me first")
	}
	h.Exec(`update conversation set waiting_since = waiting_since - interval '1 hour'`)
	member := h.AddMember()
	from := chatClient{c: member}
	from.sendText("where is my money")
	h.Exec(`insert into conversation (guest_hash, locale, origin, last_at, created_at, last_seq, waiting_since)
		select decode(repeat('ab', 32), 'hex'), 'th', 'elsewhere', now(), now(), 1, now() + interval '1 minute'`)
	var inbox struct {
		Conversations []struct {
			Kind           string
			PlaceAtAddress int `json:"crowd"`
		}
	}

	h.AddOperator("support").Call("GET", "/api/operator/chat/conversations?status=open", nil).Want(200).Into(&inbox)

	list := inbox.Conversations
	if len(list) != 8 || list[0].Kind != "member" || list[1].PlaceAtAddress != 0 || list[2].PlaceAtAddress != 1 || list[7].PlaceAtAddress != 6 {
		t.Fatalf("%+v", list)
	}
}

package chat_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"krapao/backend/server/servertest"
)

func TestSocket_Logout_ClosesSocketsOfThatSessionOnly(t *testing.T) {
	h := servertest.New(t)
	member := h.AddMember()
	other := *member
	other.Token = h.Login(member.Phone, member.Password)
	ended, open := h.Socket(map[string]any{"token": member.Token}), h.Socket(map[string]any{"token": other.Token})
	ended.Next("joined")
	open.Next("joined")

	member.Call("POST", "/api/logout", nil).Want(http.StatusOK)

	if f := ended.Next("left"); string(f.Message) != `"invalid-token"` {
		t.Errorf("left with %s", f.Message)
	}
	ended.WaitClosed()
	open.Send(map[string]any{"type": "ping"})
	open.Next("pong")
}

func TestSocket_NewPassword_ClosesSocketsOfOtherDevices(t *testing.T) {
	h := servertest.New(t)
	member := h.AddMember()
	old := h.Socket(map[string]any{"token": h.Login(member.Phone, member.Password)})
	old.Next("joined")

	member.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": member.Password, "newPassword": "another horse"}).Want(http.StatusOK)

	old.Next("left")
	old.WaitClosed()
}

func TestSocket_Typing_ReachesTheOtherSideOnly(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	customerSide, supportSide := h.Socket(map[string]any{"guestId": id}), h.Socket(map[string]any{"operatorToken": operator.c.Token})
	customerSide.Next("joined")
	supportSide.Next("joined")

	customerSide.Send(map[string]any{"type": "typing", "on": true})
	received := supportSide.Next("typing")
	supportSide.Send(map[string]any{"type": "typing", "on": true, "conversation": operator.conv})
	response := customerSide.Next("typing")

	if received.By != "customer" || string(received.Conversation) != `"`+operator.conv+`"` || !received.On || response.By != "support" {
		t.Fatalf("support received %+v, the customer %+v", received, response)
	}
}

func TestSocket_ReadMark_ReachesTheOtherSide(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	customerSide := h.Socket(map[string]any{"guestId": id})
	customerSide.Next("joined")

	operator.c.Call("PUT", "/api/operator/chat/conversations/"+operator.conv+"/read", map[string]any{"seq": 1}).Want(http.StatusOK)

	if f := customerSide.Next("read"); f.By != "support" || f.Seq != 1 {
		t.Fatalf("%+v", f)
	}
}

func TestSocket_InboxChanges_NotifiesOpenConsoles(t *testing.T) {
	h := servertest.New(t)
	operator := h.AddOperator("support")
	screen := h.Socket(map[string]any{"operatorToken": operator.Token})
	screen.Next("joined")
	guest, _ := newGuest(h)

	guest.sendText("hello")

	if f := screen.Next("inbox"); f.Conversation == nil {
		t.Fatal("no summary")
	}
}

func TestSocket_DepositCredited_NotifiesTheOpenApp(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	app := h.Socket(map[string]any{"token": m.Token})
	app.Next("joined")
	stranger := h.Socket(map[string]any{"token": h.AddMember().Token})
	stranger.Next("joined")

	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100}))

	app.Next("changed")
	stranger.ExpectNone("changed", 100*time.Millisecond)
}

// startCluster starts two NATS servers that form a cluster.
func startCluster(t *testing.T) (a, b string) {
	t.Helper()
	start := func(routes string) *server.Server {
		o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true}
		o.Cluster = server.ClusterOpts{Name: "krapao", Host: "127.0.0.1", Port: server.RANDOM_PORT}
		o.Routes = server.RoutesFromStr(routes)
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(s.Shutdown)
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("a NATS server does not start")
		}
		return s
	}
	first := start("")
	second := start("nats-route://" + first.ClusterAddr().String())
	for range 200 {
		if first.NumRoutes() > 0 && second.NumRoutes() > 0 {
			return first.ClientURL(), second.ClientURL()
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the NATS servers do not find each other")
	return "", ""
}

func TestSocket_MessageOnAnotherServer_Arrives(t *testing.T) {
	one, two := startCluster(t)
	h := servertest.New(t, servertest.NATS(one))
	second := h.StartSecond(servertest.NATS(two))
	guest, id := newGuest(h)
	guest.sendText("hello")
	operator := newOperator(h)
	phone := second.Socket(map[string]any{"guestId": id})
	phone.Next("joined")

	operator.sendText("over there")

	if got := phone.Next("messaging").ChatMessage(); got.Text() != "over there" {
		t.Fatalf("%+v", got)
	}
	far := chatClient{c: second.Guest(), id: guest.id}
	if !slices.Equal(texts(far.history(nil)), texts(guest.history(nil))) {
		t.Error("the two servers return different histories")
	}
}

// A disabled operator must not receive more messages through an open socket.
func TestSocket_OperatorDisabled_IsClosed(t *testing.T) {
	h := servertest.New(t)
	disabled, open := h.AddOperator("support"), h.AddOperator("support")
	listening, working := h.Socket(map[string]any{"operatorToken": disabled.Token}), h.Socket(map[string]any{"operatorToken": open.Token})
	listening.Next("joined")
	working.Next("joined")
	name := servertest.Value[string](h, "select username from operator order by id limit 1")
	if err := h.Operators.SetActive(t.Context(), name, false); err != nil {
		t.Fatal(err)
	}

	h.Chat.CheckAll(t.Context())

	listening.Next("left")
	listening.WaitClosed()
	working.Send(map[string]any{"type": "ping"})
	working.Next("pong")
}

func TestSocket_Floods_IsClosedAndOthersStayOpen(t *testing.T) {
	h := servertest.New(t)
	flood, calm := h.Socket(map[string]any{"token": h.AddMember().Token}), h.Socket(map[string]any{"token": h.AddMember().Token})
	flood.Next("joined")
	calm.Next("joined")

	for range 200 {
		flood.Send(map[string]any{"type": "typing", "on": true})
	}

	flood.WaitClosed()
	calm.Send(map[string]any{"type": "ping"})
	calm.Next("pong")
}

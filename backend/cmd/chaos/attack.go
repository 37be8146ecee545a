package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
)

// attack makes the attackers' calls, each kind at its own rate.
type attack struct {
	site    *site
	slips   [][]byte
	members []*member
	from    string          // the IP address of all calls
	done    [6]atomic.Int64 // calls of each kind
	refused atomic.Int64
}

// dishonestMembers are the indexes of the members among the attackers.
var dishonestMembers = []int{0, 1}

func newAttack(s *site, members []*member) *attack {
	return &attack{site: s, members: members, slips: [][]byte{encodeCorners(), encodeManyScans(), encodeDeepPNG()}, from: "198.51.100.7"}
}

func (a *attack) String() string {
	return fmt.Sprintf("%d slips, %d pictures of guests, %d logins, %d codes and registrations, %d messages, %d sockets; %d refused",
		a.done[0].Load(), a.done[1].Load(), a.done[2].Load(), a.done[3].Load(), a.done[4].Load(), a.done[5].Load(), a.refused.Load())
}

// start makes calls until stop is called.
func (a *attack) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for kind, w := range []struct {
		every time.Duration
		do    func(n int) callResponse
	}{
		{500 * time.Millisecond, a.sendHeavySlip},
		{time.Second, a.sendHeavyPicture},
		{50 * time.Millisecond, a.guessLogin},
		{200 * time.Millisecond, a.requestCodeOrRegister},
		{50 * time.Millisecond, a.sendMessage},
		{50 * time.Millisecond, a.openSocket},
	} {
		wg.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				wg.Go(func() {
					a.done[kind].Add(1)
					if got := w.do(n); got.Status >= 400 {
						a.refused.Add(1)
					}
				})
				select {
				case <-ctx.Done():
				case <-time.After(w.every):
				}
			}
		})
	}
	return func() { cancel(); wg.Wait() }
}

// sendHeavySlip uploads a picture that is expensive to read, as a slip of a dishonest member.
func (a *attack) sendHeavySlip(n int) callResponse {
	p := a.members[n%len(a.members)]
	picture := append(bytes.Clone(a.slips[n%len(a.slips)]), byte(n), byte(n>>8)) // each upload has different bytes
	return a.site.Upload(p.token, uuid.NewString(), time.Now(), picture)
}

func (a *attack) sendHeavyPicture(n int) callResponse {
	return a.site.UploadFrom(a.from, "/api/chat/upload-image", map[string]string{"clientId": uuid.NewString(), "guestId": uuid.NewString()}, "a.png", a.slips[n%len(a.slips)])
}

// guessLogin tries a new password with each call. Half of the calls use members' phones, half use random phones.
func (a *attack) guessLogin(n int) callResponse {
	phone := fmt.Sprintf("09%08d", n%siegeMembers)
	if n%2 == 0 {
		phone = fmt.Sprintf("08%08d", rand.IntN(100_000_000))
	}
	return a.site.CallFrom(a.from, "POST", "/api/login", map[string]any{"username": phone, "password": "Guess" + strconv.Itoa(n)})
}

// requestCodeOrRegister requests a code for a member's phone, or tries to register the phone without a code.
func (a *attack) requestCodeOrRegister(n int) callResponse {
	phone := fmt.Sprintf("09%08d", n%siegeMembers)
	if n%2 == 0 {
		return a.site.CallFrom(a.from, "POST", "/api/otp/send", map[string]any{"phoneNumber": phone})
	}
	return a.site.CallFrom(a.from, "POST", "/api/account", map[string]any{
		"name": "x", "username": phone, "password": "long enough by far", "bankCode": "KTB", "bankAccountName": "A B", "bankAccountNo": "1234567890",
	})
}

func (a *attack) sendMessage(int) callResponse {
	return a.site.CallFrom(a.from, "POST", "/api/chat/send-message", map[string]any{
		"guestId": uuid.NewString(), "clientId": uuid.NewString(), "message": map[string]any{"message_type": "text", "payload": strings.Repeat("ก", 1900)},
	})
}

// openSocket opens a socket, sends nothing, and closes the socket after ten seconds.
func (a *attack) openSocket(int) callResponse {
	req, err := http.NewRequest("GET", a.site.API.URL+"/api/chat/socket", nil)
	if err != nil {
		return callResponse{}
	}
	for name, value := range map[string]string{
		"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "X-Forwarded-For": a.from,
	} {
		req.Header.Set(name, value)
	}
	res, err := environment.Client.Do(req)
	if err != nil {
		return callResponse{}
	}
	time.AfterFunc(10*time.Second, func() { _ = res.Body.Close() })
	return callResponse{Status: res.StatusCode}
}

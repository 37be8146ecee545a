package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/identity"
	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/server"
)

// strangers is the number of strangers who call at the same time. Each call comes from another IP address.
const strangers = 100

// benchLogin measures the login of a known device. It measures the login first without other load, and then while a
// hundred strangers repeatedly log in and register at the same time.
func benchLogin(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cfg.TrustedProxies = []string{"127.0.0.1"}
	s, err := newServer(ctx, cfg, pool)
	if err != nil {
		return nil, err
	}
	port, err := freeport.Loopback()
	if err != nil {
		return nil, err
	}
	base := "http://" + freeport.Address(port)
	go func() { _ = s.Edge.Serve(ctx, freeport.Address(port)) }()
	if err := waitReady(base); err != nil {
		return nil, err
	}
	member, err := createKnownDevice(ctx, s)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: strangers + 1}}
	login := func(int) error {
		status, err := member.post(client, base+"/api/login")
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("a known device's login: HTTP %d", status)
		}
		return err
	}
	quiet, err := measureLoad("login of a known device, without strangers", 1, duration, login)
	if err != nil {
		return nil, err
	}
	flood, end := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		for flood.Err() == nil {
			callAtOnce(client, base)
		}
	})
	attacked, err := measureLoad(fmt.Sprintf("login of a known device, with %d concurrent strangers", strangers), 1, duration, login)
	end()
	wg.Wait()
	if err != nil {
		return nil, err
	}
	return []row{quiet, attacked, {What: "p50 with strangers, in the p50 without", Value: attacked.P50 / quiet.P50, Unit: "times", Goal: "3"}}, nil
}

// callAtOnce makes the calls of all strangers concurrently, half of them logins and half registrations.
// It waits for all responses.
func callAtOnce(client *http.Client, base string) {
	var wg sync.WaitGroup
	for i := range strangers {
		wg.Go(func() {
			path := "/api/login"
			if i%2 == 0 {
				path = "/api/account"
			}
			_, _ = newCaller(i%2 == 0).post(client, base+path)
		})
	}
	wg.Wait()
}

// caller is a request body, with the values of the headers that identify the sender.
type caller struct{ body, device, address string }

func (c caller) post(client *http.Client, url string) (int, error) {
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(c.body))
	if err != nil {
		return 0, err
	}
	for name, value := range map[string]string{
		"X-Requested-With": "wallet-user", "Content-Type": "application/json", "X-Forwarded-For": c.address, "Cookie": "__Host-krapao_device=" + c.device,
	} {
		req.Header.Set(name, value)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// createKnownDevice registers a member, logs in, and returns the login request from the same device.
func createKnownDevice(ctx context.Context, s *server.Server) (caller, error) {
	phone, password, bank, account, name := "0599999999", "bench password", "KTB", "5599999999", "BENCH MARK"
	_, _, err := s.Identity.AddMember(ctx, identity.Registration{
		Name: &name, Username: &phone, Password: &password, BankCode: &bank, BankAccountName: &name, BankAccountNo: &account,
	})
	if err != nil {
		return caller{}, err
	}
	l, err := s.Identity.Login(ctx, identity.Credentials{Username: phone, Password: password})
	body := fmt.Sprintf(`{"username":%q,"password":%q}`, phone, password)
	return caller{body: body, device: l.Device, address: "203.0.113.1"}, err
}

// newCaller returns a stranger's request: a registration, or a login with a wrong password.
func newCaller(registers bool) caller {
	n := rand.IntN(100_000_000)
	body := fmt.Sprintf(`{"username":"05%08d","password":"a wrong guess"}`, n)
	if registers {
		body = fmt.Sprintf(`{"username":"05%08d","password":"a good password","name":"x","bankCode":"KBANK","bankAccountName":"x","bankAccountNo":"5%09d"}`, n, n)
	}
	return caller{body: body, address: fmt.Sprintf("2001:db8:%x:%x::1", n>>16, n&0xffff)}
}

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/money"
	"krapao/backend/server"
)

const (
	playedSlot = "circus"
	playsPage  = 500
)

// benchPlays measures the loading of the home screen while a provider's feed reports 1,000 plays a second. In one case
// the feed is read every half second. In the other it is read every twenty seconds, as in production.
func benchPlays(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	reported := &feed{}
	gameServer := httptest.NewServer(reported)
	defer gameServer.Close()
	// An earlier part of the bench may have opened accounts at the other provider.
	silent := httptest.NewServer(&feed{})
	defer silent.Close()
	cfg.Games = map[string]config.Game{
		playedSlot: {URL: gameServer.URL, ID: "bench", Secret: "bench"},
		hungSlot:   {URL: silent.URL, ID: "bench", Secret: "bench"},
	}
	s, base, tokens, err := openHome(ctx, cfg, pool, 7)
	if err != nil {
		return nil, err
	}
	_, err = pool.Exec(ctx, `with account as (
			insert into game_account (member_id, slot_code, state, username, password, created_at, version)
			select 900000000 + n, $1, 'ACTIVE', 'bench' || n, '', now(), 1 from generate_series(0, $2 - 1) n returning member_id, slot_code
		) insert into game_explained (member_id, slot_code, start, explained) select member_id, slot_code, $3, $3 from account`, playedSlot, runSize.players, money.Baht(1_000_000_000))
	if err == nil {
		err = s.Queue.RunPeriodic(ctx, "game.plays.months")
	}
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: httpClients}}
	home := func(i int) error { return getOnce(client, base+"/api/wallet", tokens[i]) }
	if _, err := measureLoad("warm up", httpClients, duration/4, home); err != nil {
		return nil, err
	}
	alone, steady, bursts := []row{}, []row{}, []row{}
	for range runSize.playsRounds {
		for _, turn := range []struct {
			what     string
			rows     *[]row
			pause    time.Duration
			duration time.Duration
		}{
			{"home load, GET /api/wallet, without plays", &alone, 0, duration},
			{"the same with 500 plays each half second", &steady, time.Second / 2, duration},
			{"the same with 20,000 plays each 20 seconds", &bursts, runSize.playsPause, max(runSize.playsPause, duration)},
		} {
			end := reported.addPlays(ctx, s, turn.pause)
			r, err := measureLoad(turn.what, httpClients, turn.duration, home)
			if endErr := end(); err == nil {
				err = endErr
			}
			if err != nil {
				return nil, err
			}
			*turn.rows = append(*turn.rows, r)
		}
	}
	backlog, err := reported.readBacklog(ctx, s, pool)
	if err != nil {
		return nil, err
	}
	a, b, c := median(alone), median(steady), median(bursts)
	return []row{
		a, b, c, backlog,
		{What: "home load: p99 with 500 plays each half second, in the p99 without", Value: b.P99 / a.P99, Unit: "times", Goal: "<= 1.5 times"},
		{What: "home load: p99 with 20,000 plays each 20 seconds, in the p99 without", Value: c.P99 / a.P99, Unit: "times", Goal: "<= 1.5 times"},
	}, nil
}

// feed is a provider's feed in the generic format. written is the number of its plays.
type feed struct{ written atomic.Int64 }

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	after, _ := strconv.ParseInt(r.URL.Query().Get("cursor"), 10, 64)
	w.Header().Set("Content-Type", "application/json")
	at := time.Now().UTC().Format(time.RFC3339)
	text := []byte(`{"plays":[`)
	for n, last := after+1, min(f.written.Load(), after+playsPage); n <= last; n++ {
		if n > after+1 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, `{"cursor":"%d","id":"R%d","revision":1,"username":"bench%d","at":"%s","bet":10.00,"payout":9.50,"valid":10.00}`, n, n, n*7919%int64(runSize.players), at)
	}
	_, _ = w.Write(append(text, "]}"...))
}

// addPlays repeatedly adds the plays of one pause to the feed, and makes the server read them. The returned function
// ends this. If pause is 0, addPlays does nothing.
func (f *feed) addPlays(ctx context.Context, s *server.Server, pause time.Duration) (end func() error) {
	if pause == 0 {
		return func() error { return nil }
	}
	ctx, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	var failed error
	wg.Go(func() {
		for tick := time.NewTicker(pause); ; {
			f.written.Add(int64(time.Duration(runSize.playsRate) * pause / time.Second))
			if err := s.Queue.RunPeriodic(context.WithoutCancel(ctx), "game.plays"); err != nil {
				failed = err
				return
			}
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
		}
	})
	return func() error { stop(); wg.Wait(); return failed }
}

// readBacklog measures how fast the server reads a backlog without other load. It returns an error unless the server has
// counted every play.
func (f *feed) readBacklog(ctx context.Context, s *server.Server, pool *pgxpool.Pool) (row, error) {
	backlog := 20 * runSize.playsRate
	f.written.Add(int64(backlog))
	began := time.Now()
	if err := s.Queue.RunPeriodic(ctx, "game.plays"); err != nil {
		return row{}, err
	}
	took := time.Since(began)
	var counted int64
	if err := pool.QueryRow(ctx, "select sum(plays)::bigint from game_day where slot_code = $1", playedSlot).Scan(&counted); err != nil {
		return row{}, err
	}
	if written := f.written.Load(); counted != written {
		return row{}, fmt.Errorf("%d plays were written, and %d counted", written, counted)
	}
	return row{What: "plays read, a backlog of 20,000", Rate: float64(backlog) / took.Seconds(), Goal: ">= 1,000 per s"}, nil
}

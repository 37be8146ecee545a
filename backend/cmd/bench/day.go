package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/config"
	"krapao/backend/server"
)

// maxClosing is the maximum time in which a day must be closed.
const maxClosing = time.Minute

// benchDay measures the loading of the home screen while the server closes a day on which 100,000 members
// played. It also measures how long the closing takes.
func benchDay(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, duration time.Duration) ([]row, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, base, tokens, err := openHome(ctx, cfg, pool, 8)
	if err != nil {
		return nil, err
	}
	today := clock.DayOf(time.Now())
	if err := insertPlayers(ctx, s, pool, today.AddDate(0, 0, -runSize.dayRounds-1)); err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: httpClients}}
	home := func(i int) error { return getOnce(client, base+"/api/wallet", tokens[i]) }
	if _, err := measureLoad("warm up", httpClients, duration/4, home); err != nil {
		return nil, err
	}
	var alone, loaded []row
	var longest time.Duration
	for turn := range runSize.dayRounds {
		before, err := measureLoad("home load, GET /api/wallet, before a day is closed", httpClients, duration, home)
		if err != nil {
			return nil, err
		}
		end := startClosing(ctx, s, pool, today.AddDate(0, 0, turn-runSize.dayRounds))
		during, err := measureLoad("the same while the day of 100,000 players is closed", httpClients, duration, home)
		closed, endErr := end()
		if err := errors.Join(err, endErr); err != nil {
			return nil, err
		}
		alone, loaded = append(alone, before), append(loaded, during)
		longest = max(longest, closed)
	}
	a, b := median(alone), median(loaded)
	return []row{
		a, b,
		{What: "closing that day, with home load during its first part, the longest", Value: longest.Seconds(), Unit: "s", Goal: "<= 60 s"},
		{What: "home load: p99 while a day is closed, in the p99 without", Value: b.P99 / a.P99, Unit: "times", Goal: "<= 1.5 times"},
	}, nil
}

// insertPlayers inserts the members who play. Each third member was invited by the member before. It marks all days up
// to closed as closed.
func insertPlayers(ctx context.Context, s *server.Server, pool *pgxpool.Pool, closed time.Time) error {
	if err := s.Accrual.CloseDays(ctx); err != nil { // stores the terms first
		return err
	}
	for _, sql := range []string{
		`insert into member (id, public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version, invited_by)
			overriding system value select 800000000 + i, 'D' || i, 'd' || i, 'n' || i, '', 'KTB', 'HOLDER ' || i, 'd' || i, 0, case when i % 3 = 2 then 800000000 + i - 1 end
			from generate_series(0, $1 - 1) i`,
		`insert into account (id, owner, kind, role, currency) select nextval('account_member_id'), 800000000 + i, 'wallet', 'wallet', 'BAHT' from generate_series(0, $1 - 1) i`,
	} {
		if _, err := pool.Exec(ctx, sql, runSize.dayPlayers); err != nil {
			return err
		}
	}
	_, err := pool.Exec(ctx, `with played as (update game_book set closed = $1) update accrual_book set closed = $1, after_member = 0`, closed)
	return err
}

// startClosing inserts a day's plays of all members and starts to close the day. The returned function waits until the
// day is closed, and returns how long the closing took.
func startClosing(ctx context.Context, s *server.Server, pool *pgxpool.Pool, day time.Time) (end func() (time.Duration, error)) {
	_, err := pool.Exec(ctx, `insert into game_day (member_id, slot_code, day, plays, bet, payout, valid, version)
		select 800000000 + i, $1, $2, 1, 100000, case when i % 5 = 0 then 150000 else 0 end, 100000, 1 from generate_series(0, $3 - 1) i`, playedSlot, day, runSize.dayPlayers)
	if err == nil {
		_, err = pool.Exec(ctx, `update game_book set closed = $1`, day)
	}
	if err == nil {
		_, err = pool.Exec(ctx, `analyze game_day`)
	}
	if err != nil {
		return func() (time.Duration, error) { return 0, err }
	}
	began, ended := time.Now(), make(chan error, 1)
	go func() { ended <- s.Accrual.CloseDays(ctx) }()
	return func() (time.Duration, error) {
		err := <-ended
		took := time.Since(began)
		var open int
		if err == nil {
			err = pool.QueryRow(ctx, `select count(*) from accrual_book where closed <> $1`, day).Scan(&open)
		}
		if err == nil && (open != 0 || took > maxClosing) {
			err = fmt.Errorf("closing the day took %s, and %d books are still open", took, open)
		}
		return took, err
	}
}

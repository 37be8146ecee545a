package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/freeport"
)

// secondServer is another server process on the same database.
type secondServer struct {
	environment.API
	cmd *exec.Cmd
}

func (s *secondServer) kill() {
	if s != nil {
		environment.KillProgram(s.cmd)
	}
}

// startBus starts the NATS server that several servers on one database need. It runs until the program
// ends.
func (s *site) startBus() error {
	bus, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	bus.Start()
	if !bus.ReadyForConnections(10 * time.Second) {
		return errors.New("NATS does not start")
	}
	s.shared = []string{"NATS_URL=" + bus.ClientURL(), "MEDIA_URL=file://" + filepath.Join(s.dir, "data", "media")}
	return nil
}

// startSecond starts another server on the same database, on its own ports.
func (s *site) startSecond() error {
	var ports [2]int
	for i := range ports {
		var err error
		if ports[i], err = freeport.Loopback(); err != nil {
			return err
		}
	}
	s.second = &secondServer{API: environment.API{URL: formatAddress(ports[0])}, cmd: s.newWalletCommand("serve")}
	s.second.cmd.Env = append(s.second.cmd.Env, "PORT="+strconv.Itoa(ports[0]), "METRICS_PORT="+strconv.Itoa(ports[1]))
	return environment.StartProgram(s.second.cmd, filepath.Join(s.dir, "server-2.log"), s.second.URL+"/readyz")
}

// runTwoServers runs two servers during one failover. Members repeat each lost withdrawal through both
// servers at the same time.
func runTwoServers(ctx context.Context, s *site, o options) error {
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) { return s.withdrawMany(o.lost, nil) })
	if err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals lost; two servers, each third repeated through both before, during and after the comparison", len(lost))
	third := len(lost) / 3
	err = s.continueRun(ctx, o, lost,
		func(s *site, lost []*command) { s.sendThroughBoth(lost[:third]) },
		func(s *site, lost []*command) { s.sendThroughBoth(lost[third : 2*third]) },
		func(s *site, lost []*command) { s.sendThroughBoth(lost[2*third:]) })
	return errors.Join(err, s.checkOneComparisonAtATime())
}

// sendThroughBoth sends each command through both servers, all at the same time.
func (s *site) sendThroughBoth(commands []*command) {
	var ended sync.WaitGroup
	for _, c := range commands {
		for _, server := range []environment.API{s.API, s.second.API} {
			ended.Go(func() { c.sendTo(server) })
		}
	}
	ended.Wait()
}

// checkOneComparisonAtATime checks that no two comparisons ran at the same time.
func (s *site) checkOneComparisonAtATime() error {
	pairs, err := s.queryNumber("select count(*) from walk a join walk b on a.id < b.id and b.began_at < a.ended_at and a.began_at < b.ended_at")
	if pairs > 0 {
		s.report.fail("%d pairs of comparisons ran at the same time", pairs)
	}
	return err
}

package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pgembed"
)

// cluster is a primary and its standby on two ports. After a failover the standby is the primary,
// and the next standby takes the port of the dead one: an address with both ports stays right.
type cluster struct {
	dir      string
	ports    [2]int
	database string // by default postgres
	made     int    // folders so far
	primary  *pgembed.Server
	standby  *pgembed.Server // nil where there is none
	first    int             // which of the ports is the primary's
}

// Settings of both servers. A crash of a process loses nothing that was written, so fsync would
// only cost time: what a standby lacks is the same with and without. WAL is kept for the copy that
// makes a standby, and for one that is stopped meanwhile.
var postgres = map[string]string{"max_connections": "200", "wal_keep_size": "512MB", "fsync": "off"}

// options returns those of the next server, whose folder it makes.
func (c *cluster) options(port int) (pgembed.Options, error) {
	c.made++
	o := pgembed.Options{
		Dir: filepath.Join(c.dir, fmt.Sprintf("postgres-%d", c.made)), Port: port, Settings: postgres, DieWithParent: true,
	}
	log, err := os.Create(o.Dir + ".log")
	if err != nil {
		return o, err
	}
	o.Log = log // open until the program ends
	return o, os.Mkdir(o.Dir, 0o755)
}

func (c *cluster) startPrimary(ctx context.Context, dir string) (err error) {
	c.dir, c.database = dir, "postgres"
	o, err := c.options(c.ports[0])
	if err != nil {
		return err
	}
	c.primary, err = pgembed.Start(ctx, o)
	return err
}

// address is the database's for all clients: both hosts, of which the one is taken that takes writes.
func (c *cluster) address() string {
	u := url.URL{
		Scheme: "postgres", User: passwordOf(c.primary.URL), Path: "/" + c.database,
		Host:     fmt.Sprintf("127.0.0.1:%d,127.0.0.1:%d", c.ports[0], c.ports[1]),
		RawQuery: "sslmode=disable&target_session_attrs=read-write",
	}
	return u.String()
}

// addStandby copies the primary while it runs, and starts the copy as its standby.
func (c *cluster) addStandby(ctx context.Context) (err error) {
	o, err := c.options(c.ports[1-c.first])
	if err != nil {
		return err
	}
	c.standby, err = pgembed.Follow(ctx, c.primary, "standby", o)
	return err
}

// requireStandby has every commit wait for a standby from now on, also once the standby is the primary:
// a setting of the primary alone is gone with it. Copies that are made later have the setting by themselves.
func (c *cluster) requireStandby(ctx context.Context) error {
	for _, s := range []*pgembed.Server{c.standby, c.primary} {
		if err := execOn(ctx, s, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"); err != nil {
			return err
		}
	}
	return nil
}

// detachStandby ends the standby's streaming for good. It is behind from then on.
func (c *cluster) detachStandby(ctx context.Context) error {
	return execOn(ctx, c.standby, "alter system set primary_conninfo = ''", "select pg_reload_conf()")
}

// failOver kills the primary and promotes the standby. The old primary's folder is thrown away: it
// never comes back. It returns how long nobody took writes.
func (c *cluster) failOver(ctx context.Context) (time.Duration, error) {
	c.primary.Kill()
	began := time.Now()
	if err := c.standby.Promote(ctx); err != nil {
		return 0, err
	}
	c.primary, c.standby, c.first = c.standby, nil, 1-c.first
	return time.Since(began), nil
}

func (c *cluster) stop() {
	for _, s := range []*pgembed.Server{c.standby, c.primary} {
		if s != nil {
			_ = s.Stop()
		}
	}
}

func execOn(ctx context.Context, s *pgembed.Server, statements ...string) error {
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // each statement has ended
	for _, text := range statements {
		if _, err := conn.Exec(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

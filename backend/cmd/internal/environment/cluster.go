package environment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pgembed"
)

// Cluster is a PostgreSQL primary and at most one standby, on two loopback ports. After a failover the
// standby is the primary, and the next standby uses the port of the dead one. So an address with both
// ports stays valid.
type Cluster struct {
	Dir      string            // contains the servers' folders and logs
	Ports    [2]int            // of both servers
	Settings map[string]string // of both servers, in addition to clusterSettings
	// DieWithParent stops the servers when this process ends. It also removes the folder of a killed
	// server, so a killed primary cannot be started again.
	DieWithParent bool
	Database      string          // used by clients; by default postgres
	Primary       *pgembed.Server // nil before StartPrimary
	Standby       *pgembed.Server // nil if there is none

	user           *url.Userinfo // of both servers
	folders        int           // folders made so far
	first          int           // index of the primary's port in Ports
	primaryOptions pgembed.Options
	standbyOptions pgembed.Options
}

// clusterSettings make the primary keep enough WAL for a new standby, and for a standby that is stopped for a while.
var clusterSettings = map[string]string{"wal_keep_size": "512MB"}

// newOptions creates a folder and a log for the next server, and returns its options.
func (c *Cluster) newOptions(port int) (pgembed.Options, error) {
	c.folders++
	o := pgembed.Options{
		Dir: filepath.Join(c.Dir, fmt.Sprintf("postgres-%d", c.folders)), Port: port, Settings: maps.Clone(clusterSettings), DieWithParent: c.DieWithParent,
	}
	maps.Copy(o.Settings, c.Settings)
	log, err := os.Create(o.Dir + ".log")
	if err != nil {
		return o, err
	}
	o.Log = log // open until the program ends
	return o, os.Mkdir(o.Dir, 0o755)
}

// StartPrimary creates and starts the primary.
func (c *Cluster) StartPrimary(ctx context.Context) (err error) {
	if c.Database == "" {
		c.Database = "postgres"
	}
	if c.primaryOptions, err = c.newOptions(c.Ports[0]); err != nil {
		return err
	}
	if c.Primary, err = pgembed.Start(ctx, c.primaryOptions); err != nil {
		return err
	}
	u, err := url.Parse(c.Primary.URL)
	if err == nil {
		c.user = u.User
	}
	return err
}

// RestartPrimary starts the killed primary again, with its data.
func (c *Cluster) RestartPrimary(ctx context.Context) (err error) {
	if c.DieWithParent {
		return errors.New("the killed primary's folder was removed")
	}
	c.Primary, err = pgembed.Start(ctx, c.primaryOptions)
	return err
}

// Address returns the database's URL for all clients. The URL contains both servers, and clients connect to the server
// that accepts writes. So a failover does not change the URL.
func (c *Cluster) Address() string {
	u := url.URL{
		Scheme: "postgres", User: c.user, Path: "/" + c.Database,
		Host:     fmt.Sprintf("127.0.0.1:%d,127.0.0.1:%d", c.Ports[0], c.Ports[1]),
		RawQuery: "sslmode=disable&target_session_attrs=read-write",
	}
	return u.String()
}

// AddStandby copies the running primary, and starts the copy as its standby.
func (c *Cluster) AddStandby(ctx context.Context) (err error) {
	if c.standbyOptions, err = c.newOptions(c.Ports[1-c.first]); err != nil {
		return err
	}
	c.Standby, err = pgembed.StartStandby(ctx, c.Primary, "standby", c.standbyOptions)
	return err
}

// RequireStandby makes every commit wait for a standby. It changes the setting on both servers, so that the setting
// remains when the standby becomes the primary. Later copies have the setting, too.
func (c *Cluster) RequireStandby(ctx context.Context) error {
	for _, s := range []*pgembed.Server{c.Standby, c.Primary} {
		if err := ExecStatements(ctx, s, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"); err != nil {
			return err
		}
	}
	return nil
}

// DetachStandby stops the standby's streaming for good, so that the standby falls behind.
func (c *Cluster) DetachStandby(ctx context.Context) error {
	return ExecStatements(ctx, c.Standby, "alter system set primary_conninfo = ''", "select pg_reload_conf()")
}

// LeaveBehind stops the standby's streaming after the standby has received everything that is committed
// now, while clients continue to write. The standby has all that was acknowledged before the call, and
// may have some later writes.
func (c *Cluster) LeaveBehind(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	flushed, err := QueryText(c.Primary.URL, "select pg_current_wal_flush_lsn()::text")
	for caughtUp := ""; err == nil && caughtUp != "true"; {
		if caughtUp, err = QueryText(c.Standby.URL, "select (coalesce(pg_last_wal_replay_lsn(), '0/0') >= '"+flushed+"')::text"); err != nil {
			break
		}
		select {
		case <-ctx.Done():
			err = errors.Join(errors.New("the standby does not catch up"), ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return errors.Join(err, c.DetachStandby(ctx))
}

// FailOver kills the primary for good, and promotes the standby. It returns for how long no server
// accepted writes.
func (c *Cluster) FailOver(ctx context.Context) (time.Duration, error) {
	c.Primary.Kill()
	began := time.Now()
	if err := c.Standby.Promote(ctx); err != nil {
		return 0, err
	}
	c.Primary, c.Standby, c.first, c.primaryOptions = c.Standby, nil, 1-c.first, c.standbyOptions
	return time.Since(began), nil
}

// Stop ends both servers.
func (c *Cluster) Stop() {
	for _, s := range []*pgembed.Server{c.Standby, c.Primary} {
		if s != nil {
			_ = s.Stop()
		}
	}
}

// ExecStatements runs statements on one of the servers.
func ExecStatements(ctx context.Context, s *pgembed.Server, statements ...string) error {
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

package pg

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Refusal is the reason why the database refused a statement that it may accept later. Its text is a value of
// a label in the metrics.
type Refusal string

// The refusals. All but Busy and Pool concern the whole database.
const (
	ReadOnly     Refusal = "read_only"     // the database accepts no writes
	Full         Refusal = "full"          // the database's disk is full
	Memory       Refusal = "memory"        // the database has no memory left
	Connections  Refusal = "connections"   // the database accepts no further connections
	ShuttingDown Refusal = "shutting_down" // the database stops, starts or recovers, or the connection was terminated
	Unreachable  Refusal = "unreachable"   // no connection can be opened, or one broke
	Busy         Refusal = "busy"          // locks or the statement timed out, or conflicts with other transactions continued
	Pool         Refusal = "pool"          // no connection of our own pool was free in time
)

// refusals are the SQLSTATEs that mean a refusal. 53400 is not among them: a statement that exceeds a
// configured limit, such as temp_file_limit, would exceed it again.
var refusals = map[string]Refusal{
	"25006": ReadOnly,
	"53100": Full,
	"53200": Memory,
	"53300": Connections,
	"57P01": ShuttingDown, // by an administrator, who may have ended one connection only
	"57P02": ShuttingDown, // another backend crashed
	"57P03": ShuttingDown, // cannot connect now
	"57P05": ShuttingDown, // the session was idle for too long

	codeLockTimeout: Busy, codeCanceled: Busy, codeDeadlock: Busy, codeSerialization: Busy,
}

// RefusalOf returns the reason why the database refused the statement that failed with err, or "" for any other error.
// After a refused commit, it is unknown whether the transaction was committed.
func RefusalOf(err error) Refusal {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		if refusal := refusalOfState(e.Code); refusal != "" && !isOwnProtocolError(e) {
			return refusal
		}
	}
	if errors.Is(err, context.Canceled) {
		return "" // the caller cancelled
	}
	_, unconnected := errors.AsType[*pgconn.ConnectError](err)
	_, broken := errors.AsType[*connectionError](err)
	if unconnected || broken || errors.Is(err, pgconn.ErrConnClosed) {
		return Unreachable
	}
	return ""
}

func refusalOfState(code string) Refusal {
	if strings.HasPrefix(code, "08") {
		return Unreachable
	}
	return refusals[code]
}

// isOwnProtocolError reports whether e is a protocol violation that left the connection open: our statement
// had the wrong parameters. A connection pooler reports its own failures with the same SQLSTATE, but closes
// the connection.
func isOwnProtocolError(e *pgconn.PgError) bool {
	return e.Code == "08P01" && e.Severity == "ERROR"
}

var sqlState = regexp.MustCompile(`\(SQLSTATE (\w{5})\)`)

// RefusalInText is RefusalOf for the text of an error. It is for libraries that log only the text.
func RefusalInText(text string) Refusal {
	if state := sqlState.FindStringSubmatch(text); state != nil && refusalOfState(state[1]) != "" {
		return refusalOfState(state[1])
	}
	for _, part := range []string{"failed to connect to `", connectionErrorText, pgconn.ErrConnClosed.Error()} {
		if strings.Contains(text, part) {
			return Unreachable
		}
	}
	return ""
}

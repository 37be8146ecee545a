package environment

import (
	"fmt"
	"net/http"
	"strings"

	"krapao/backend/platform/money"
)

// signed is an amount in satang that may be negative, such as players' wins.
type signed money.Satang

// UnmarshalJSON reads an amount in baht with an optional minus.
func (s *signed) UnmarshalJSON(text []byte) error {
	digits, below := strings.CutPrefix(string(text), "-")
	a, err := money.Parse(digits)
	if *s = signed(a); below {
		*s = -*s
	}
	return err
}

// CompareGames compares the ledger's accounts of each game provider (balance, in flight, in dispute) with the
// provider's own sums, in satang. It returns the differences as texts.
func (s Sandbox) CompareGames(database string) (wrong []string, err error) {
	var all struct {
		Games map[string]struct {
			In, Out, Balance   money.Satang
			Credited, Unbacked money.Satang
			Played             signed
		}
	}
	if err := s.Control(http.MethodGet, "/totals", nil, &all); err != nil {
		return nil, err
	}
	ours, err := readGameAccounts(database)
	if err != nil {
		return nil, err
	}
	for slot, sums := range all.Games {
		if theirs := (sums.In - sums.Out) * UnitOf(slot); theirs != ours["provider:"+slot] {
			wrong = append(wrong, fmt.Sprintf("%s: the provider has %s of ours, the ledger %s", slot, theirs, ours["provider:"+slot]))
		}
		if sums.Balance != sums.In-sums.Out+money.Satang(sums.Played)+sums.Credited+sums.Unbacked {
			wrong = append(wrong, fmt.Sprintf("%s: its players have %s; in %s, out %s, won %s, credited %s, moved by false responses %s",
				slot, sums.Balance, sums.In, sums.Out, money.Satang(sums.Played), sums.Credited, sums.Unbacked))
		}
		if flight := ours["in_flight:"+slot]; flight != 0 {
			wrong = append(wrong, fmt.Sprintf("%s: %s are still in flight", slot, flight))
		}
	}
	var late int64
	booked, err := QueryText(database, `select coalesce(sum(case when l.into_game then t.amount else -t.amount end), 0)::text from game_late e join game_leg l on l.id = e.leg_id join game_transfer t on t.id = l.transfer_id`)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Sscan(booked, &late); err != nil {
		return nil, err
	}
	if disputes := ours["disputes"]; disputes != -money.Satang(late) {
		wrong = append(wrong, fmt.Sprintf("%s are in dispute, and late successes add up to %s", disputes, money.Satang(late)))
	}
	return wrong, nil
}

// readGameAccounts returns the balances of the ledger's accounts of game providers, by the accounts' kind.
func readGameAccounts(database string) (map[string]money.Satang, error) {
	text, err := QueryText(database, `
		select coalesce(string_agg(a.kind || ' ' || coalesce((select sum(amount) from transfer where credit_id = a.id), 0) - coalesce((select sum(amount) from transfer where debit_id = a.id), 0), E'\n'), '')
		from account a where a.currency = 'BAHT' and (a.kind like 'provider:%' or a.kind like 'in\_flight:%' or a.kind = 'disputes')`)
	if err != nil {
		return nil, err
	}
	ours := map[string]money.Satang{}
	for _, line := range strings.Split(text, "\n") {
		var kind string
		var sum int64
		if _, err := fmt.Sscan(line, &kind, &sum); err != nil {
			return nil, err
		}
		ours[kind] = money.Satang(sum)
	}
	return ours, nil
}

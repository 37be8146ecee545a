package environment

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
)

// QueryText runs a query on the database at a URL, and returns the one text of its result. It returns "" for null.
func QueryText(address, query string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	var out *string
	err = conn.QueryRow(ctx, query).Scan(&out)
	if out == nil {
		return "", err
	}
	return *out, err
}

// Member is a member with a bank account, and with a session if Token is not empty.
type Member struct {
	Phone, AccountNo string
	Holder           string // name of the account's holder
	Token            string
}

// NewMember returns the n-th member, without registering the member. Phone, account and holder differ for each n,
// because members with the same holder would count as one person.
func NewMember(n int) Member {
	surname := "JAIDEE"
	for i := n; i > 0; i /= 26 {
		surname += string(rune('A' + i%26))
	}
	return Member{Phone: fmt.Sprintf("09%08d", n), AccountNo: fmt.Sprintf("77%08d", n*37+11), Holder: "MANA " + surname}
}

// InsertMembers inserts members with a wallet and a session each, as after registration and login, and sets their
// tokens. This is faster than registrations.
func InsertMembers(address string, members []*Member) error {
	rows := make([]string, len(members))
	for i, m := range members {
		m.Token = rand.Text()
		rows[i] = fmt.Sprintf("('L%07d', '%s', '%s', '%s', '%x')", i, m.Phone, m.Holder, m.AccountNo, sha256.Sum256([]byte(m.Token)))
	}
	n, err := QueryText(address, `with row (public_id, phone, holder, account_no, token_hash) as (values `+strings.Join(rows, ",")+`),
		made as (insert into member (public_id, phone, name, password_hash, bank_code, bank_account_name, bank_account_no, version)
			select public_id, phone, 'มานะ', '', 'KTB', holder, account_no, 0 from row returning id, phone),
		wallets as (insert into account (id, owner, kind, role, currency) select nextval('account_member_id'), id, 'wallet', 'wallet', 'BAHT' from made),
		signed_in as (insert into session (member_id, token_hash, remember, device, created_at, last_seen_at, expires_at)
			select id, decode(token_hash, 'hex'), true, 'program', now(), now(), now() + interval '12 hours' from made join row using (phone))
		select count(*)::text from made`)
	if err == nil && n != fmt.Sprint(len(members)) {
		err = fmt.Errorf("%s of %d members were inserted", n, len(members))
	}
	return err
}

// LentQuery is a query for AmountsByPhone. It returns what the house account "claims" has lent to wallets for payments
// that our ledger had lost, minus what was repaid.
const LentQuery = `select m.phone, sum(case when t.credit_id = w.id then t.amount else -t.amount end) as amount
	from account w join member m on m.id = w.owner join transfer t on w.id in (t.debit_id, t.credit_id)
	join account o on o.id = case when t.debit_id = w.id then t.credit_id else t.debit_id end
	where w.role = 'wallet' and o.kind = 'claims' group by m.phone`

// AmountsByPhone runs a query whose rows have a phone and an amount in satang. It returns the amounts by
// phone.
func AmountsByPhone(address, query string) (map[string]money.Satang, error) {
	text, err := QueryText(address, "select coalesce(string_agg(phone || ' ' || amount, ' '), '') from ("+query+") as by_member")
	if err != nil {
		return nil, err
	}
	out := map[string]money.Satang{}
	for pair := range slices.Chunk(strings.Fields(text), 2) {
		var satang int64
		if _, err := fmt.Sscan(pair[1], &satang); err != nil {
			return nil, err
		}
		out[pair[0]] = money.Satang(satang)
	}
	return out, nil
}

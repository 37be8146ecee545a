package web_test

import (
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/pgtest"
)

func TestAnswersFromBeforeKnowWhetherTheyMovedMoney(t *testing.T) {
	pool, up := pgtest.Before(t, 52)
	paid, announced := uuid.NewString(), uuid.NewString()
	keep := func(status int, body string) (scope uuid.UUID) {
		scope = uuid.New()
		if _, err := pool.Exec(t.Context(), "insert into idempotency (scope, fingerprint, status, body) values ($1, '', $2, $3)", scope, status, []byte(body)); err != nil {
			t.Fatal(err)
		}
		return scope
	}
	want := map[uuid.UUID]string{
		keep(202, `{"statement":{"_id":"`+paid+`"}}`):                                   `{"statement":{"_id":"` + paid + `"}}`,
		keep(200, `{"statement":{"_id":"`+paid+`","amount":5},"wallet":{"amount":10}}`): `{"statement":{"_id":"` + paid + `"}}`,
		keep(200, `{"statement":{"_id":"`+announced+`","amount":5}}`):                   "",
		keep(200, `{"success":true}`):                                                   "",
		keep(409, `{"message":"MONEY_NOT_ENOUGH"}`):                                     "",
	}
	// Of no member: the book is not what this is about.
	_, err := pool.Exec(t.Context(), `alter table announcement drop constraint announcement_member_id_fkey;
		insert into announcement (line_id, member_id, amount, currency, created_at) values ('`+announced+`', 1, 500, 'BAHT', now())`)
	if err != nil {
		t.Fatal(err)
	}

	up()

	for scope, lasting := range want {
		var got []byte
		if err := pool.QueryRow(t.Context(), "select lasting from idempotency where scope = $1", scope).Scan(&got); err != nil || string(got) != lasting {
			t.Errorf("lasting %q, want %q; %v", got, lasting, err)
		}
	}
}

package bank_test

import (
	"testing"

	"krapao/backend/server/servertest"
)

const ourProxy = "0812340987"

// spec D3.60
func TestSlip_ShowsProxyOfOurAccount_IsCredited(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"slipok", "easyslip"} {
		h := servertest.New(t, servertest.Verifier(provider))
		h.Exec(`update deposit_account set proxies = '{0899999999, ` + ourProxy + `}' where account_no = '0483921567'`)
		m := h.AddMember()

		ours := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100, ToProxy: ourProxy}))
		others := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100, ToProxy: "0898765432"}))

		if ours.Status != "SUCCESS" || others.Status != "FAILED" || others.Note != "DEST_ACC_INVALID" || m.Balance() != "100.00" {
			t.Errorf("%s: to a proxy of ours %+v, to another %+v, balance %s", provider, ours, others, m.Balance())
		}
	}
}

// If a bank or a verifier leaves out a field, the missing field contradicts nothing.
// spec D3.56, D3.58, D3.61
func TestSlip_FieldMissing_IsNotRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		transfer     servertest.Transfer
		status, note string
		reason       string // of the cashier's item
	}{
		"all is shown":                            {servertest.Transfer{}, "SUCCESS", "", ""},
		"no payer's name":                         {servertest.Transfer{Hides: []string{"fromName"}}, "PENDING", "", "SHOWS_TOO_LITTLE"},
		"no payer's account":                      {servertest.Transfer{Hides: []string{"fromAccount"}}, "PENDING", "", "SHOWS_TOO_LITTLE"},
		"nothing of the payer":                    {servertest.Transfer{Hides: []string{"fromName", "fromAccount"}}, "PENDING", "", "SHOWS_TOO_LITTLE"},
		"no account of ours":                      {servertest.Transfer{Hides: []string{"toAccount"}}, "PENDING", "", "DESTINATION_UNCLEAR"},
		"no account and no name of ours":          {servertest.Transfer{Hides: []string{"toAccount", "toName"}}, "PENDING", "", "DESTINATION_UNCLEAR"},
		"no account, another's name":              {servertest.Transfer{Hides: []string{"toAccount"}, ToName: "สมชาย ใจดี"}, "FAILED", "DEST_ACC_INVALID", ""},
		"no name of ours":                         {servertest.Transfer{Hides: []string{"toName"}}, "SUCCESS", "", ""},
		"a proxy, and we have none":               {servertest.Transfer{ToProxy: ourProxy}, "PENDING", "", "DESTINATION_UNCLEAR"},
		"another's account, and no name":          {servertest.Transfer{ToAccountNo: "9999999999", Hides: []string{"toName"}}, "FAILED", "DEST_ACC_INVALID", ""},
		"another payer's account, without a name": {servertest.Transfer{FromAccountNo: "9999999999", Hides: []string{"fromName"}}, "FAILED", "NOT_MATCH", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := servertest.New(t)
			m, cashier := h.AddMember(), h.AddOperator("cashier")
			tc.transfer.Amount = 100

			got := m.SubmitSlip(m.Transfer(tc.transfer))

			reason := ""
			for _, i := range cashier.Queue("SLIP") {
				reason = i.Reason
			}
			if got.Status != tc.status || got.Note != tc.note || reason != tc.reason {
				t.Errorf("%s %s %s", got.Status, got.Note, reason)
			}
			h.CheckInvariants()
		})
	}
}

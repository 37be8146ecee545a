package sandbox

import (
	"encoding/json"
	"time"

	"krapao/backend/platform/money"
)

const (
	feedPath = "/webhook/bank/feed"
	feedKey  = "sandbox-feed-key"
	// defaultShownDigits is how many digits of the payer's account a bank's feed shows by default.
	defaultShownDigits = 6
)

// feedReport is a transfer as the receiving bank reports it.
type feedReport struct {
	TransRef    string       `json:"transRef"`
	FromBank    string       `json:"fromBank"`
	FromAccount string       `json:"fromAccount"`
	FromName    string       `json:"fromName"`
	ToBank      string       `json:"toBank"`
	ToAccountNo string       `json:"toAccountNo"`
	Amount      money.Satang `json:"amount"`
	At          time.Time    `json:"at"`
}

// feedWebhook returns the webhook that reports a transfer, with `shown` digits of the payer's account.
func feedWebhook(t *transfer, shown int) (webhook, error) {
	body, err := json.Marshal(toFeedReport(t, shown))
	return webhook{Path: feedPath, Key: feedKey, Body: body}, err
}

func toFeedReport(t *transfer, shown int) feedReport {
	return feedReport{
		TransRef: t.TransRef, FromBank: t.FromBank, FromAccount: maskExcept(t.FromAccountNo, shown), FromName: shortName(t.FromName),
		ToBank: t.ToBank, ToAccountNo: t.ToAccountNo, Amount: t.Amount, At: t.At,
	}
}

// maskExcept hides an account number, except for the `shown` digits before its last digit.
func maskExcept(no string, shown int) string {
	if shown >= len(no) {
		return no
	}
	hidden := make([]byte, len(no))
	for i := range hidden {
		hidden[i] = 'x'
	}
	from := max(len(no)-1-shown, 0)
	copy(hidden[from:from+shown], no[from:])
	return string(hidden)
}

package staff

import "time"

// Member is a member as operators see them with an item. Its fields are the columns of the view
// member_seen.
type Member struct {
	ID          string     `json:"_id"`
	Active      bool       `json:"active"`
	FrozenUntil *time.Time `json:"frozenUntil,omitempty" doc:"Until then the member's money does not move."`
	Currency    string     `json:"currency" enum:"BAHT,LAK"`
	BankCode    string     `json:"bankCode"`
	BankNumber  string     `json:"bankNumber" doc:"The bank's number in transfers: three digits, or a Lao bank's LAPNet IIN or code."`
	AccountName string     `json:"accountName"`
	AccountNo   string     `json:"accountNo"`
}

package statement

import "strings"

// PlaceKind is the kind of a place that money comes from or goes to.
type PlaceKind string

// Kinds of places, as the wire names them.
const (
	// Wallet is the member's own wallet.
	Wallet PlaceKind = "wallet"
	// Bank is a bank account, or a bank with an unknown account.
	Bank PlaceKind = "bank"
	// QR is a QR code of a gateway, paid by any payer.
	QR PlaceKind = "qr"
	// Gift is a gift link of TrueMoney.
	Gift PlaceKind = "gift"
	// Adjustment is a correction by operators.
	Adjustment PlaceKind = "adjustment"
	// Game is a slot of a game provider.
	Game PlaceKind = "game"
	// Demo is the account that demo members get their first money from.
	Demo PlaceKind = "demo"
	// Advance is the house account that lends money for a payout that our ledger had lost.
	Advance PlaceKind = "advance"
	// Reward is the source of a reward: bonus, promotion, invite, refund, luckydraw.
	Reward PlaceKind = "reward"
)

// Place is the source or the destination of a movement of money. A line on the wire has both its
// fields (fromPlace, toPlace) and its text (from, to).
type Place struct {
	Kind PlaceKind `json:"kind" enum:"wallet,bank,qr,gift,adjustment,demo,game,reward,advance"`
	Code string    `json:"code,omitempty" doc:"The code of the bank (or its number if we have no code), of the QR code's gateway or of the game's slot. For a reward: bonus, promotion, invite, refund or luckydraw."`
	Tail string    `json:"tail,omitempty" doc:"The last visible digits of the account, at most four."`
	// account is the number as its bank shows it. Banks differ: "xxx4821", "xxx-x-x7230-x".
	account string
}

// PlaceOf returns a place of a kind that needs no code and no account.
func PlaceOf(kind PlaceKind) Place { return Place{Kind: kind} }

// GatewayPlace returns the place of a QR code, by the gateway's code.
func GatewayPlace(code string) Place { return Place{Kind: QR, Code: code} }

// GamePlace returns the place of a game slot, by its code.
func GamePlace(slot string) Place { return Place{Kind: Game, Code: slot} }

// RewardPlace returns the source of a reward: "bonus", "promotion", "invite", "refund" or "luckydraw".
func RewardPlace(kind string) Place { return Place{Kind: Reward, Code: kind} }

// AccountPlace returns the place of a bank account, with its number as the bank shows it. shown is empty if
// only the bank is known.
func AccountPlace(bankCode, shown string) Place {
	return storedPlace(string(Bank), bankCode, strings.TrimSpace(shown))
}

// OwnAccountPlace returns the place of the member's own account, with the last four digits of its number.
// The place is the same for deposits and withdrawals, and does not depend on what the bank shows.
func OwnAccountPlace(bankCode, accountNo string) Place {
	return AccountPlace(bankCode, "xxx"+accountNo[max(0, len(accountNo)-4):])
}

// storedPlace returns a place from its stored parts.
func storedPlace(kind, code, account string) Place {
	return Place{Kind: PlaceKind(kind), Code: code, Tail: tailOf(account), account: account}
}

// tailOf returns the last four visible digits of an account, or fewer if fewer are visible. Banks and
// slips hide different digits; four are enough to recognise an account.
func tailOf(account string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, account)
	return digits[max(0, len(digits)-4):]
}

// Text returns the place as the line's from and to show it: "WALLET", "KTB xxx4821", "QR PAYTIMZ". Clients
// read these texts, so a released text does not change.
func (p Place) Text() string {
	switch p.Kind {
	case Wallet:
		return "WALLET"
	case Bank:
		return strings.TrimSpace(p.Code + " " + p.account)
	case QR:
		return "QR " + p.Code
	case Game:
		return p.Code
	case Gift:
		return "TrueMoney"
	case Adjustment:
		return "ADJUSTMENT"
	case Demo:
		return "DEMO"
	case Advance:
		return "ADVANCE"
	case Reward:
		return strings.ToUpper(p.Code)
	}
	return ""
}

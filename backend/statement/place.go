package statement

import "strings"

// PlaceKind is what kind of end a movement has.
type PlaceKind string

// Kinds of places, as the wire names them.
const (
	// Wallet is the member's own wallet.
	Wallet PlaceKind = "wallet"
	// Bank is an account at a bank, or a bank of which nothing else is known.
	Bank PlaceKind = "bank"
	// QR is a code of a gateway, whoever paid it.
	QR PlaceKind = "qr"
	// Gift is a gift link of TrueMoney.
	Gift PlaceKind = "gift"
	// Adjustment is a correction of ours.
	Adjustment PlaceKind = "adjustment"
	// Game is a slot of the games'.
	Game PlaceKind = "game"
	// Demo is the account that the demo's members begin with.
	Demo PlaceKind = "demo"
	// Advance is what the house has lent for a payout that our book had lost.
	Advance PlaceKind = "advance"
	// Reward is what gives a reward: bonus, promotion, invite, refund, luckydraw.
	Reward PlaceKind = "reward"
)

// Place is one end of a movement. The wire has its parts, and its text as from or
// to of the line.
type Place struct {
	Kind PlaceKind `json:"kind" enum:"wallet,bank,qr,gift,adjustment,demo,game,reward,advance"`
	Code string    `json:"code,omitempty" doc:"Of a bank, its number where we have no code for it; of a QR code, its gateway's; of a game, its slot's; of a reward, bonus, promotion, invite, refund or luckydraw."`
	Tail string    `json:"tail,omitempty" doc:"The last digits of the account that its bank shows, at most four."`
	// account is as its bank shows it, which is different from bank to bank:
	// "xxx4821", "xxx-x-x7230-x".
	account string
}

// At returns a place that has no parts.
func At(kind PlaceKind) Place { return Place{Kind: kind} }

// Gateway returns the place of a QR code, by the gateway's code.
func Gateway(code string) Place { return Place{Kind: QR, Code: code} }

// InGame returns a slot of the games', by its code.
func InGame(slot string) Place { return Place{Kind: Game, Code: slot} }

// ByReward returns what gives a reward: "bonus", "promotion", "invite", "refund" or
// "luckydraw".
func ByReward(kind string) Place { return Place{Kind: Reward, Code: kind} }

// Account returns an account at a bank, as the bank shows it; empty where only the
// bank is known.
func Account(bankCode, shown string) Place {
	return placeOf(string(Bank), bankCode, strings.TrimSpace(shown))
}

// OwnAccount returns the member's own account, with the end of its number: the same wherever
// money came from it or goes to it, whatever its bank shows of it.
func OwnAccount(bankCode, accountNo string) Place {
	return Account(bankCode, "xxx"+accountNo[max(0, len(accountNo)-4):])
}

// placeOf returns a place from the parts that are stored of it.
func placeOf(kind, code, account string) Place {
	return Place{Kind: PlaceKind(kind), Code: code, Tail: tailOf(account), account: account}
}

// tailOf returns the last four digits that are not hidden. Each bank hides other
// digits, and so do slips; four are enough to recognise an account.
func tailOf(account string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, account)
	return digits[max(0, len(digits)-4):]
}

// Text is the place as from and to of a line name it: "WALLET", "KTB xxx4821",
// "QR PAYTIMZ". Others read these texts: a released one does not change.
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

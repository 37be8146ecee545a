// Package match decides whose a bank transfer is, by what a bank or a slip's
// verifier shows of the payer. It knows no database and asks nobody: all that
// it needs to say is in its arguments.
//
// What is shown of a payer fits a member, excludes them, or says too little.
// Whoever is not excluded might be the payer, so money is never credited by
// itself where two are not, whatever else speaks for one of them.
package match

// Fit is how what is shown compares with what a member registered.
type Fit int

// The fits. Unsure excludes nobody and shows nobody.
const (
	Differs Fit = iota
	Unsure
	Agrees
)

// The digits that have to show.
const (
	toTell    = 6 // for the account alone to tell whose it is
	toConfirm = 4 // beside a name, or an announcement of the amount
)

// Shown is what is shown of a payer.
type Shown struct {
	Account Mask
	Names   Names
}

// Holder is a member at the payer's bank.
type Holder struct {
	ID            int64
	Account, Name string // as registered
	Announced     bool   // a transfer of this amount, and it did not come yet
}

// might tells whether nothing that is shown excludes a member.
func (s Shown) might(h Holder) bool {
	return s.Account.Fit(h.Account) != Differs && s.Names.Fit(h.Name) != Differs
}

// Proves tells whether what is shown agrees with a member in account and name,
// far enough to show that both belong together.
func (s Shown) Proves(h Holder) bool {
	return s.Account.Visible() >= toConfirm && s.Account.Fit(h.Account) == Agrees && s.Names.Fit(h.Name) == Agrees
}

// Why a person has to look.
type Why string

// The reasons; none where the rules have decided.
const (
	Nobody  Why = "NOBODY"           // of those who might have paid, none for certain
	Several Why = "SEVERAL"          // more than one might have paid
	Little  Why = "SHOWS_TOO_LITTLE" // the member might have paid, and nothing says so
	Foreign Why = "FOREIGN"          // somebody else has paid
)

// MayTell tells whether enough is shown to find a payer by, whoever it is.
func (s Shown) MayTell() bool {
	if s.Account.strange {
		return false
	}
	return s.Account.Visible() >= toConfirm || s.Account.Visible() == 0 && s.Names.Told()
}

// AsksAnnouncers tells whether Payer looks at who has announced the amount: where
// six digits or more are shown, it does not.
func (s Shown) AsksAnnouncers() bool { return s.Account.Visible() < toTell }

// Payer finds the one of a bank's members whose transfer it is that their bank
// tells of, or says why nobody could: members[i] where why is "".
//
// It is the only member who is not excluded, and their account agrees in six or
// more digits, or in four or more and they have announced the amount. Where no
// digit is shown at all, it is the only one of that name, told whole, if they
// have announced the amount. A name that is told has to agree.
func (s Shown) Payer(members []Holder) (i int, why Why) {
	one := -1
	if !s.MayTell() {
		return -1, Nobody
	}
	for i, h := range members {
		switch {
		case !s.might(h):
		case one >= 0:
			return -1, Several
		default:
			one = i
		}
	}
	if one < 0 || !s.tells(members[one]) {
		return -1, Nobody
	}
	return one, ""
}

func (s Shown) tells(h Holder) bool {
	if s.Names.Told() && s.Names.Fit(h.Name) != Agrees {
		return false
	}
	shown, agrees := s.Account.Visible(), s.Account.Fit(h.Account) == Agrees
	switch {
	case shown >= toTell:
		return agrees
	case shown >= toConfirm:
		return agrees && h.Announced
	default:
		return shown == 0 && h.Announced && s.Names.Whole(h.Name)
	}
}

// Owner tells whether a slip is the member's who handed it in: "" if account and
// name agree and nobody else at that bank might have paid. others may hold the
// member too.
func (s Shown) Owner(self Holder, others []Holder) Why {
	if !s.might(self) {
		return Foreign
	}
	for _, h := range others {
		if h.ID != self.ID && s.might(h) {
			return Several
		}
	}
	if !s.Proves(self) {
		return Little
	}
	return ""
}

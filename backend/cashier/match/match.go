// Package match decides whose a bank transfer is, by what a bank or a slip's
// verifier shows of the payer. It knows no database and asks nobody: all that
// it needs to say is in its arguments.
//
// Each of account and name agrees with a member, contradicts them, or cannot be
// told. A contradiction excludes a member. The others have a rank, and only the one
// member of the highest rank is credited without a person:
//
//	Certain    proved from that account, and the name agrees
//	Likely     the name agrees, or proved
//	Possible   the name cannot be told: another script, too short, none
//
// Proved means that a deposit from the account was credited before, and that its
// name and every digit shown agreed; or that the bank confirmed the whole account number
// to a person (package cashier). A name that a bank printed on such a deposit counts as the
// member's name in its script.
//
// A name is read in several ways: as it stands, without the titles of titles.txt, and holder
// by holder. The best reading counts. Texts are compared in the spelling of package plain.
//
// A neighbour cannot stop an honest member by a registered name that fits everybody.
// A name without a letter that banks print never competes. A name in another script
// only makes an unproved member wait for a cashier.
package match

import "strings"

// Fit is how what is shown compares with what a member registered.
type Fit int

// The fits. Differs is a contradiction. The three between mean that it cannot be told:
// Unlike, that the letters which show of a cut name are not the member's; Begins, that the
// surname begins as the member's does, and is cut without a mark, or another one.
const (
	Differs Fit = iota
	Unlike
	Unsure
	Begins
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
	Account, Name string   // as registered
	Printed       []string // names that the bank printed on proved deposits from the account
	Proved        bool     // see the package's text
	Announced     bool     // a transfer of this amount, and it did not come yet
}

// Rank is how strongly what is shown speaks for a member.
type Rank int

// The ranks. Excluded means that something contradicts, or that nobody could read the
// registered name.
const (
	Excluded Rank = iota
	Possible
	Likely
	Certain
)

// Rank returns a member's rank.
func (s Shown) Rank(h Holder) Rank {
	if s.Account.Fit(h.Account) == Differs {
		return Excluded
	}
	k := readKnown(h.Name, h.Printed)
	name := s.Names.fit(k)
	switch {
	case name <= Unlike, !k.isReadable():
		return Excluded
	case name == Agrees && h.Proved:
		return Certain
	case name == Agrees, h.Proved:
		return Likely
	}
	return Possible
}

func (s Shown) nameFit(h Holder) Fit { return s.Names.Fit(h.Name, h.Printed...) }

// IsReadable tells whether a holder's name could be compared with a printed one: it
// has letters of Thai, Lao or Latin, and is more than a title.
func IsReadable(text string) bool { return readKnown(text, nil).isReadable() }

// Proves tells whether what is shown agrees with a member in account and name,
// far enough to show that both belong together.
func (s Shown) Proves(h Holder) bool {
	return s.Account.Visible() >= toConfirm && s.Account.Fit(h.Account) == Agrees && s.nameFit(h) == Agrees
}

// Why a person has to look.
type Why string

// The reasons; none where the rules have decided.
const (
	Nobody    Why = "NOBODY"           // of those who might have paid, none for certain
	Several   Why = "SEVERAL"          // more than one might have paid
	Little    Why = "SHOWS_TOO_LITTLE" // the member might have paid, and nothing says so
	OtherName Why = "OTHER_NAME"       // the proved account of the member, under another name
	Foreign   Why = "FOREIGN"          // somebody else has paid
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
// It is the only member of the highest rank. Their account agrees in six or more
// digits, or in four or more and they have announced the amount. Where no digit is
// shown at all, it is the only one of that name, told whole, if they have announced the
// amount. A name that is told agrees; where it cannot be told, the member is proved and
// nobody else fits.
func (s Shown) Payer(members []Holder) (i int, why Why) {
	if !s.MayTell() {
		return -1, Nobody
	}
	best, fitting, isOnly := -1, 0, false
	top := Excluded
	for i, h := range members {
		rank := s.Rank(h)
		if rank == Excluded {
			continue
		}
		fitting++
		if rank > top {
			best, top, isOnly = i, rank, true
		} else if rank == top {
			isOnly = false
		}
	}
	switch {
	case best < 0:
		return -1, Nobody
	case !isOnly, fitting > 1 && top != Certain:
		return -1, Several
	case !s.tells(members[best]):
		return -1, Nobody
	}
	return best, ""
}

func (s Shown) tells(h Holder) bool {
	name := s.nameFit(h)
	if s.Names.Told() && name != Agrees && (name <= Unlike || !h.Proved) && !s.isWhole(h, name) {
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

// HighestOther returns the highest rank of those members who are not self.
func (s Shown) HighestOther(self int64, members []Holder) Rank {
	top := Excluded
	for _, h := range members {
		if h.ID != self {
			top = max(top, s.Rank(h))
		}
	}
	return top
}

// Owner tells whether a slip is the member's who handed it in: "" where the rules say
// so. others are the members of that bank, and may hold the member too.
//
// No other member has a rank as high. If the member is not proved, no other member fits at
// all. The account agrees in four digits, and the name agrees or the member is proved; or
// the account agrees in six digits and no name is printed.
func (s Shown) Owner(self Holder, others []Holder) Why {
	account, name := s.Account.Fit(self.Account), s.nameFit(self)
	rank, highestOther := s.Rank(self), s.HighestOther(self.ID, others)
	switch {
	case account == Differs:
		return Foreign
	case name <= Unlike && self.Proved && account == Agrees && s.Account.Visible() >= toTell && highestOther == Excluded:
		return OtherName
	case name == Differs:
		return Foreign
	case rank == Excluded: // unlike, or nobody can read the registered name
		return Little
	case highestOther >= rank, !self.Proved && highestOther != Excluded:
		return Several
	case account != Agrees, !s.showsEnough(self, name):
		return Little
	}
	return ""
}

func (s Shown) showsEnough(self Holder, name Fit) bool {
	if !s.Names.Told() && s.Account.Visible() >= toTell {
		return true
	}
	return s.Account.Visible() >= toConfirm && (name == Agrees || self.Proved) || s.isWhole(self, name)
}

// isWhole tells whether the whole account is shown, beside a name that begins as the
// holder's does.
func (s Shown) isWhole(h Holder, name Fit) bool {
	return name == Begins && s.Account.Visible() == len(h.Account) && s.Account.Fit(h.Account) == Agrees
}

// Required is what a person needs to credit a member.
type Required struct {
	ConfirmedAccount bool // the bank's word on the whole account
	SecondPerson     bool // a second person
}

// Required returns what a person needs who credits a member although the rules did not.
// Beside somebody who fits, it is the bank's word on the whole account. A second person
// is needed beside somebody who is proved or agrees, and against a name that is not the
// member's.
func (s Shown) Required(self Holder, others []Holder) Required {
	highestOther := s.HighestOther(self.ID, others)
	if s.Account.Fit(self.Account) == Differs { // the bank cannot have confirmed the member's account
		return Required{SecondPerson: true}
	}
	return Required{ConfirmedAccount: highestOther != Excluded, SecondPerson: highestOther > Possible || s.nameFit(self) <= Unlike}
}

// NewNames returns those of the printed names that would tell more of the member than is
// known: at least two words, and not agreeing already.
func (h Holder) NewNames(told ...string) []string {
	var out []string
	for _, text := range told {
		told := readHolder(text)
		isFull := len(told) > 0 && len(told.plainest().words) > 1 && told.plainest().script() != nil
		if isFull && ReadNames(text).Fit(h.Name, h.Printed...) != Agrees {
			out = append(out, strings.Join(strings.Fields(text), " "))
		}
	}
	return out
}

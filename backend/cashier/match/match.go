// Package match decides which member a bank transfer came from, by the payer's data that a bank or a slip's
// verifier shows. It uses no database: all data is in its arguments.
//
// Account and name each agree with a member, contradict the member, or are not certain. A contradiction
// excludes a member. The other members have a rank. Only the one member of the highest rank is credited
// without an operator:
//
//	Certain    proved from that account, and the name agrees
//	Likely     the name agrees, or proved
//	Possible   the name is not certain: another script, too short, none
//
// Proved means that an earlier deposit from the account was credited, and that its name and every visible
// digit agreed. A member is also proved if the bank confirmed the whole account number to an operator
// (package cashier). A name that a bank printed on such a deposit counts as the member's name in its script.
//
// A name is read in several ways: as it is, without the titles of titles.txt, and per holder of a joint
// account. The best reading counts. Texts are compared in the spelling of package plain.
//
// A member must not be able to block another one by registering a name that fits every payer. So a name
// without a letter that banks print never competes. A name in another script only makes an unproved member
// wait for a cashier.
package match

import "strings"

// Fit is the result of comparing the data that is shown with the data that a member registered.
type Fit int

// The results. Differs is a contradiction. Unlike, Unsure and Begins are not certain. Unlike: the visible
// letters of a cut name are not the member's. Begins: the surname begins like the member's. Then one of the
// two is cut without a mark, or they are different names.
const (
	Differs Fit = iota
	Unlike
	Unsure
	Begins
	Agrees
)

// The minimum numbers of visible digits.
const (
	digitsToIdentify = 6 // the account alone identifies the payer
	digitsToConfirm  = 4 // the account identifies the payer with a name, or with an announcement of the amount
)

// Shown is the data of a payer that a bank or a verifier shows.
type Shown struct {
	Account Mask
	Names   Names
}

// Holder is a member at the payer's bank.
type Holder struct {
	ID            int64
	Account, Name string   // as registered
	Printed       []string // names that the bank printed on deposits that proved the account
	Proved        bool     // see the package comment
	Announced     bool     // has announced a transfer of this amount that has not arrived yet
}

// Rank is how likely a member is the payer.
type Rank int

// The ranks. Excluded means that something contradicts the member, or that the registered name is not readable.
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

// IsReadable returns whether a holder's name can be compared with a printed one: it has Thai, Lao or Latin
// letters, and is more than a title.
func IsReadable(text string) bool { return readKnown(text, nil).isReadable() }

// Proves returns whether the shown data agrees with a member in both account and name. Then the data proves
// that account and name belong together.
func (s Shown) Proves(h Holder) bool {
	return s.Account.Visible() >= digitsToConfirm && s.Account.Fit(h.Account) == Agrees && s.nameFit(h) == Agrees
}

// Reason is the reason why an operator has to decide.
type Reason string

// The reasons. An empty Reason means that no operator has to decide.
const (
	Nobody    Reason = "NOBODY"           // no member fits, or none of those who fit is certain
	Several   Reason = "SEVERAL"          // more than one member may have paid
	TooLittle Reason = "SHOWS_TOO_LITTLE" // the member may have paid, but too little is shown
	OtherName Reason = "OTHER_NAME"       // the member's proved account, under another name
	Foreign   Reason = "FOREIGN"          // somebody other than the member has paid
)

// MayIdentify returns whether enough is shown to identify a payer.
func (s Shown) MayIdentify() bool {
	if s.Account.hasUnknownSign {
		return false
	}
	return s.Account.Visible() >= digitsToConfirm || s.Account.Visible() == 0 && s.Names.IsShown()
}

// UsesAnnouncements returns whether Payer uses Holder.Announced: it does if fewer than six digits are visible.
func (s Shown) UsesAnnouncements() bool { return s.Account.Visible() < digitsToIdentify }

// Payer returns the index of the member who paid a transfer that a bank reported, or -1 and the reason why
// there is none. members are the members of the payer's bank. The payer meets all of these conditions:
//
//   - It is the only member of the highest rank. If that rank is not Certain, no other member fits.
//   - The account agrees in six or more digits. Four or five are enough if the member has announced the
//     amount. If no digit is visible, the member must have announced the amount, and the name must be
//     complete.
//   - If a name is shown, it agrees. Two other results are enough: the name is not certain and the member
//     is proved, or the name begins like the member's and the whole account is visible.
func (s Shown) Payer(members []Holder) (i int, reason Reason) {
	if !s.MayIdentify() {
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
	case !s.identifies(members[best]):
		return -1, Nobody
	}
	return best, ""
}

func (s Shown) identifies(h Holder) bool {
	name := s.nameFit(h)
	if s.Names.IsShown() && name != Agrees && (name <= Unlike || !h.Proved) && !s.showsWholeAccount(h, name) {
		return false
	}
	shown, agrees := s.Account.Visible(), s.Account.Fit(h.Account) == Agrees
	switch {
	case shown >= digitsToIdentify:
		return agrees
	case shown >= digitsToConfirm:
		return agrees && h.Announced
	default:
		return shown == 0 && h.Announced && s.Names.IsComplete(h.Name)
	}
}

// HighestOtherRank returns the highest rank among the members other than self.
func (s Shown) HighestOtherRank(self int64, members []Holder) Rank {
	top := Excluded
	for _, h := range members {
		if h.ID != self {
			top = max(top, s.Rank(h))
		}
	}
	return top
}

// CheckOwner returns "" if a slip belongs to self, the member who uploaded it, or the reason why that is not
// certain. members are the members of self's bank, and may include self. These are the conditions:
//
//   - No other member has the same or a higher rank. If self is not proved, no other member fits at all.
//   - The account agrees in four digits, and the name agrees or self is proved. Or it agrees in six digits
//     and no name is shown. Or the whole account agrees and the name begins like the member's.
func (s Shown) CheckOwner(self Holder, members []Holder) Reason {
	account, name := s.Account.Fit(self.Account), s.nameFit(self)
	rank, highestOther := s.Rank(self), s.HighestOtherRank(self.ID, members)
	switch {
	case account == Differs:
		return Foreign
	case name <= Unlike && self.Proved && account == Agrees && s.Account.Visible() >= digitsToIdentify && highestOther == Excluded:
		return OtherName
	case name == Differs:
		return Foreign
	case rank == Excluded: // unlike, or the registered name is not readable
		return TooLittle
	case highestOther >= rank, !self.Proved && highestOther != Excluded:
		return Several
	case account != Agrees, !s.showsEnough(self, name):
		return TooLittle
	}
	return ""
}

func (s Shown) showsEnough(self Holder, name Fit) bool {
	if !s.Names.IsShown() && s.Account.Visible() >= digitsToIdentify {
		return true
	}
	return s.Account.Visible() >= digitsToConfirm && (name == Agrees || self.Proved) || s.showsWholeAccount(self, name)
}

// showsWholeAccount returns whether the whole account is visible, and the name begins like the holder's.
func (s Shown) showsWholeAccount(h Holder, name Fit) bool {
	return name == Begins && s.Account.Visible() == len(h.Account) && s.Account.Fit(h.Account) == Agrees
}

// Required is the proof and the approval that an operator needs to credit a member.
type Required struct {
	ConfirmedAccount bool // the bank's confirmation of the whole account number
	SecondPerson     bool // a second operator
}

// Required returns what an operator needs to credit a member although the rules did not. If another member
// fits, the operator needs the bank's confirmation of the whole account number. A second operator is needed if
// another member is proved or agrees, or if the account or the name contradicts.
func (s Shown) Required(self Holder, members []Holder) Required {
	highestOther := s.HighestOtherRank(self.ID, members)
	if s.Account.Fit(self.Account) == Differs { // the bank cannot have confirmed the member's account
		return Required{SecondPerson: true}
	}
	return Required{ConfirmedAccount: highestOther != Excluded, SecondPerson: highestOther > Possible || s.nameFit(self) <= Unlike}
}

// NewNames returns the printed names that are new: they have at least two words, and do not agree
// with a known name of the member.
func (h Holder) NewNames(shown ...string) []string {
	var out []string
	for _, text := range shown {
		read := readHolder(text)
		isFull := len(read) > 0 && len(read.plainest().words) > 1 && read.plainest().script() != nil
		if isFull && ReadNames(text).Fit(h.Name, h.Printed...) != Agrees {
			out = append(out, strings.Join(strings.Fields(text), " "))
		}
	}
	return out
}

package match

// Payer is what is shown of a payer, as it came.
type Payer struct {
	Bank, Account string // the bank's number
	Names         []string
}

// Self is a member's own account.
type Self struct {
	Bank, Account, Name string   // the bank's number
	Printed             []string // as Holder's
}

// Seen is how a payer compares with a member, fact by fact, for a person to see.
type Seen struct{ Bank, Account, Name Fit }

// Look compares a payer with a member. alone says that nothing but the account
// would tell, so that more of its digits have to show. So they have beside a name that
// cannot be told.
func Look(p Payer, m Self, alone bool) Seen {
	seen := Seen{Bank: Differs, Account: Unsure, Name: ReadNames(p.Names...).Fit(m.Name, m.Printed...)}
	switch p.Bank {
	case "":
		seen.Bank = Unsure
	case m.Bank:
		seen.Bank = Agrees
	}
	need := toConfirm
	if alone || seen.Name == Unsure || seen.Name == Begins {
		need = toTell
	}
	mask := ReadMask(p.Account)
	if seen.Account = mask.Fit(m.Account); seen.Account == Agrees && mask.Visible() < need {
		seen.Account = Unsure
	}
	return seen
}

// Differs tells whether any of it contradicts.
func (s Seen) Differs() bool { return s.Bank == Differs || s.Account == Differs || s.Name == Differs }

package match

// Payer is what is shown of a payer, unparsed.
type Payer struct {
	Bank, Account string // the bank's number
	Names         []string
}

// Self is a member's own account.
type Self struct {
	Bank, Account, Name string   // the bank's number
	Printed             []string // see Holder
}

// Seen is the result of comparing a payer with a member, for an operator to see.
type Seen struct{ Bank, Account, Name Fit }

// Look compares a payer with a member. alone means that only the account identifies the payer. Then, or if
// the name is not certain, it needs six visible digits instead of four.
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

// Differs returns whether anything contradicts.
func (s Seen) Differs() bool { return s.Bank == Differs || s.Account == Differs || s.Name == Differs }

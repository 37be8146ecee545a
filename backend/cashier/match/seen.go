package match

// Payer is a payer's data as a bank or a verifier shows it, unparsed. Bank is the bank's number.
type Payer struct {
	Bank, Account string
	Names         []string
}

// Self is a member's own account. Bank is the bank's number.
type Self struct {
	Bank, Account, Name string
	Printed             []string // see Holder
}

// Seen is the comparison of a payer with a member, as operators see it.
type Seen struct{ Bank, Account, Name Fit }

// Look compares a payer with a member. alone is true if the account without a name must identify the payer.
// If it is, or if the name is not certain, the account needs six visible digits instead of four.
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

// Differs returns whether bank, account or name contradicts the member.
func (s Seen) Differs() bool { return s.Bank == Differs || s.Account == Differs || s.Name == Differs }

package match

// Payer is a payer's data as a bank or a verifier shows it, unparsed. Bank is the bank's number.
type Payer struct {
	Bank, Account string
	Names         []string
}

// OwnAccount is a member's own account. Bank is the bank's number.
type OwnAccount struct {
	Bank, Account, Name string
	Printed             []string // see Holder
}

// PayerComparison is the comparison of a payer with a member, as operators see it.
type PayerComparison struct{ Bank, Account, Name Fit }

// ComparePayer compares a payer with a member. alone is true if the account without a name must identify the
// payer. If alone is true, or if the name is not certain, the account needs six visible digits instead of
// four.
func ComparePayer(p Payer, m OwnAccount, alone bool) PayerComparison {
	compared := PayerComparison{Bank: Differs, Account: Unsure, Name: ReadNames(p.Names...).Fit(m.Name, m.Printed...)}
	switch p.Bank {
	case "":
		compared.Bank = Unsure
	case m.Bank:
		compared.Bank = Agrees
	}
	need := digitsToConfirm
	if alone || compared.Name == Unsure || compared.Name == Begins {
		need = digitsToIdentify
	}
	mask := ReadMask(p.Account)
	if compared.Account = mask.Fit(m.Account); compared.Account == Agrees && mask.Visible() < need {
		compared.Account = Unsure
	}
	return compared
}

// Contradicts returns whether bank, account or name contradicts the member.
func (s PayerComparison) Contradicts() bool {
	return s.Bank == Differs || s.Account == Differs || s.Name == Differs
}

package bank

import (
	"context"

	"krapao/backend/cashier/match"
	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/provider/slip"
	"krapao/backend/staff"
)

// reasonDestination means that the slip does not show enough of the receiving account.
const reasonDestination = "DESTINATION_UNCLEAR"

// fitReceiver compares the receiver of a slip with our accounts of a currency. It returns the best fit, and
// the account if that is Agrees. Agrees: four digits of the account, or of one of its PromptPay proxies, are
// shown. Unsure: nothing shown contradicts one of our accounts, neither the digits nor the name. Differs: the
// receiver is not ours. Accounts that members do not see any more count too, since the money arrived there.
func fitReceiver(to slip.Party, accounts []content.Account, currency ledger.Currency) (match.Fit, content.Account) {
	account, proxy, names := match.ReadMask(to.Account), match.ReadMask(to.Proxy), match.ReadNames(to.NameTH, to.NameEN)
	best := match.Differs
	for _, a := range accounts {
		if a.Currency != string(currency) {
			continue
		}
		isOurs := to.Bank == a.BankNumber && account.IsAccount(a.No)
		byProxy := fitProxy(proxy, a.Proxies)
		if isOurs || byProxy == match.Agrees {
			return match.Agrees, a
		}
		if (to.Bank == a.BankNumber || to.Bank == "") && account.Fit(a.No) != match.Differs && byProxy != match.Differs && names.Fit(a.Name) != match.Differs {
			best = match.Unsure
		}
	}
	return best, content.Account{}
}

// fitProxy compares a shown proxy with an account's proxies. It returns Unsure if nothing is shown or
// no proxy is known.
func fitProxy(shown match.Mask, proxies []string) match.Fit {
	if shown.Visible() == 0 || len(proxies) == 0 {
		return match.Unsure
	}
	best := match.Differs
	for _, p := range proxies {
		if shown.IsAccount(p) {
			return match.Agrees
		}
		if shown.Fit(p) != match.Differs {
			best = match.Unsure
		}
	}
	return best
}

// compareReceiver compares a slip's receiver with our current accounts.
func (s *Service) compareReceiver(ctx context.Context, to slip.Party, currency ledger.Currency) (match.Fit, error) {
	accounts, err := s.Content.Accounts(ctx, s.Pool)
	fit, _ := fitReceiver(to, accounts, currency)
	return fit, err
}

// destinationVerdict returns whether a slip's money came into an account of ours, as a verdict for the console.
func destinationVerdict(to slip.Party, ours []content.Account, currency string) staff.Verdict {
	fit, account := fitReceiver(to, ours, ledger.Currency(currency))
	shown := to.Account
	if match.ReadMask(shown).Visible() == 0 && to.Proxy != "" {
		shown = "PromptPay " + to.Proxy
	}
	v := staff.Verdict{Code: "destination", Theirs: to.Bank + " " + shown, Type: staff.Text, Fits: fitOf(fit)}
	if fit == match.Agrees {
		v.Theirs, v.Ours = account.BankCode+" "+shown, account.BankCode+" "+account.No
	}
	return v
}

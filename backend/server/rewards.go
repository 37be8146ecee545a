package server

import (
	"krapao/backend/platform/limit"
	"krapao/backend/platform/vault"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin"
	"krapao/backend/rewards/turnover"
)

// addSpin creates the prize wheel.
func (s *Server) addSpin(keyed web.Keyed, limits limit.Counter) error {
	secrets, err := s.cfg.GameSecrets()
	if err != nil {
		return err
	}
	seeds, err := vault.New(spin.Seeds, secrets.Current, secrets.Secrets)
	if err != nil {
		return err
	}
	s.Spin = &spin.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Limits: limits, Ledger: s.Ledger, Statement: s.Statement, Wallet: s.Wallet,
		Identity: s.Identity, Care: s.Care, Content: s.Content, Staff: s.Operators, Vault: seeds, Turnover: s.Turnover, Bonus: s.Bonus,
		Games: s.Games, Plays: s.Plays,
	}
	s.addModules(s.Spin)
	return nil
}

// addAccrual creates the rewards that are calculated per day: invite bonuses and refunds.
func (s *Server) addAccrual(keyed web.Keyed, limits limit.Counter) {
	s.Accrual = &accrual.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Ledger: s.Ledger, Statement: s.Statement, Content: s.Content,
		Identity: s.Identity, Care: s.Care, Wallet: s.Wallet, Plays: s.Plays, Bonus: s.Bonus,
	}
	s.addModules(s.Accrual)
}

// addBonus creates bonuses, promotions, and the turnover that is required before a withdrawal.
func (s *Server) addBonus(keyed web.Keyed, limits limit.Counter) {
	s.Turnover = &turnover.Service{Pool: s.Pool, Clock: limits.Clock, Log: s.log, Ledger: s.Ledger, Care: s.Care, Games: s.Games, Plays: s.Plays}
	s.Bonus = &bonus.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Limits: limits, Ledger: s.Ledger, Statement: s.Statement, Wallet: s.Wallet,
		Identity: s.Identity, Care: s.Care, Content: s.Content, Push: s.Push, Staff: s.Operators, Plays: s.Plays, Turnover: s.Turnover,
	}
	s.addModules(s.Turnover, s.Bonus)
}

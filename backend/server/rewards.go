package server

import (
	"krapao/backend/platform/limit"
	"krapao/backend/platform/vault"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual"
	"krapao/backend/rewards/spin"
)

// newSpin makes the prize wheel.
func (s *Server) newSpin(keyed web.Keyed, limits limit.Counter) error {
	secrets, err := s.cfg.GameSecrets()
	if err != nil {
		return err
	}
	seeds, err := vault.New(spin.Seeds, secrets.Now, secrets.Secrets)
	if err != nil {
		return err
	}
	s.Spin = &spin.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Limits: limits, Book: s.Book, Statement: s.Statement, Wallet: s.Wallet,
		Identity: s.Identity, Care: s.Care, Content: s.Content, Staff: s.Operators, Vault: seeds,
	}
	s.join(s.Spin)
	return nil
}

// newAccrual makes what members earn by days: invite bonuses and refunds.
func (s *Server) newAccrual(keyed web.Keyed, limits limit.Counter) {
	s.Accrual = &accrual.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Book: s.Book, Statement: s.Statement, Content: s.Content,
		Identity: s.Identity, Care: s.Care, Wallet: s.Wallet,
	}
	s.join(s.Accrual)
}

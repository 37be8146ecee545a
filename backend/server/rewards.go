package server

import (
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual"
)

// newAccrual makes what members earn by days: invite bonuses and refunds.
func (s *Server) newAccrual(keyed web.Keyed, limits limit.Counter) {
	s.Accrual = &accrual.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Book: s.Book, Statement: s.Statement, Content: s.Content,
		Identity: s.Identity, Care: s.Care, Wallet: s.Wallet,
	}
	s.join(s.Accrual)
}

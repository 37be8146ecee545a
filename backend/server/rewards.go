package server

import (
	"krapao/backend/care"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/turnover"
)

// newBonus makes bonuses, promotions, and what is to be played before a withdrawal.
func (s *Server) newBonus(keyed web.Keyed, limits limit.Counter) {
	s.Care = &care.Service{Pool: s.Pool, Clock: limits.Clock, Keyed: keyed, Book: s.Book}
	s.Turnover = &turnover.Service{Pool: s.Pool, Clock: limits.Clock, Log: s.log, Book: s.Book, Care: s.Care, Games: s.Games, Plays: s.Plays}
	s.Bonus = &bonus.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Limits: limits, Book: s.Book, Statement: s.Statement, Wallet: s.Wallet,
		Identity: s.Identity, Care: s.Care, Content: s.Content, Push: s.Push, Staff: s.Operators, Plays: s.Plays, Turnover: s.Turnover,
	}
	s.join(s.Turnover, s.Bonus)
}

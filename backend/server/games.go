package server

import (
	"cmp"
	"strings"
	"time"

	"krapao/backend/games"
	"krapao/backend/games/play"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/vault"
	"krapao/backend/platform/web"
)

// playsMonths is how many months raw plays are stored if PLAYS_MONTHS is not set.
const playsMonths = 13

// addGameModules creates the modules games and plays, which use the wallet.
func (s *Server) addGameModules(keyed web.Keyed, limits limit.Counter) error {
	secrets, err := s.cfg.GameSecrets()
	if err != nil {
		return err
	}
	vault, err := vault.New(games.Passwords, secrets.Current, secrets.Secrets)
	if err != nil {
		return err
	}
	s.Games = &games.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Ledger: s.Ledger, Statement: s.Statement, Queue: s.Queue,
		Wallet: s.Wallet, Identity: s.Identity, Care: s.Care, Content: s.Content, Staff: s.Operators, Limits: limits, Vault: vault, CallLimits: games.NewCallLimits(), Patience: 10 * time.Second,
		Home: strings.TrimRight(s.cfg.PublicURL, "/") + "/user/home", Simulated: !s.cfg.Production(),
		ProviderConfig: func(slot string) (url, id, secret string) {
			g := s.cfg.Game(slot)
			return g.URL, g.ID, g.Secret
		},
	}
	s.Plays = &play.Service{Pool: s.Pool, Clock: limits.Clock, Log: s.log, Limits: limits, Games: s.Games, Months: cmp.Or(s.cfg.PlaysMonths, playsMonths)}
	s.addModules(s.Games, s.Plays)
	return nil
}

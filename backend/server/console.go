package server

import (
	"krapao/backend/desk"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
)

// addConsole creates the queue of the console. Call it after all modules with items were added.
func (s *Server) addConsole(keyed web.Keyed, limits limit.Counter) {
	s.Desk = &desk.Service{
		Pool: s.Pool, Clock: limits.Clock, Keyed: keyed, Staff: s.Operators, Cashier: s.Cashier, Identity: s.Identity, Care: s.Care, Games: s.Games, Content: s.Content, Statement: s.Statement, Differences: s.Differences,
		Attributors: map[string]desk.Attributor{},
	}
	s.addModules(s.Desk)
	for _, module := range modulesOf[itemModule](s) {
		s.Desk.ItemKinds = append(s.Desk.ItemKinds, module.Kinds()...)
	}
	for _, module := range modulesOf[proposalModule](s) {
		s.Operators.ProposalKinds = append(s.Operators.ProposalKinds, module.ProposalKinds()...)
	}
	for _, module := range modulesOf[documentModule](s) {
		s.Operators.RegisterDocuments(module.Documents()...)
	}
	for _, module := range modulesOf[attributeModule](s) {
		for _, provider := range module.AttributedProviders() {
			s.Desk.Attributors[provider] = module.AttributeTx
		}
	}
}

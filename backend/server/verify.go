package server

import "krapao/backend/proof"

// Proof returns the checks of verify-ledger, including the checks of all modules.
func (s *Server) Proof() *proof.Service {
	return &proof.Service{Pool: s.Pool, Ledger: s.Ledger, Modules: modulesOf[verifyModule](s), WholeModules: modulesOf[verifyWholeModule](s)}
}

package cashier

import "krapao/backend/platform/jobs"

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) { jobs.Add(q, &slipChecker{s: s}) }

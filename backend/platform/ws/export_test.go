package ws

// Limit sets how many sockets of one address a gate accepts.
func (g *Gate) Limit(n int) { g.limit = n }

package ws

// Limit makes a gate accept n sockets of one address.
func (g *Gate) Limit(n int) { g.limit = n }

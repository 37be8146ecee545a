package ws

// Limit has a gate take n sockets of one address.
func (g *Gate) Limit(n int) { g.limit = n }

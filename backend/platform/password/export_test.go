package password

// Running is how many a gate lets in at once.
func (g *Gate) Running() int { return g.running }

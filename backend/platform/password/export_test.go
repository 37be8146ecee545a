package password

// Gates are the two lanes.
func Gates() (lanes [2]*Gate) { return [2]*Gate{strangers, known} }

// Running is how many a gate lets in at once.
func (g *Gate) Running() int { return g.running }

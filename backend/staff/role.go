package staff

// Roles of operators. An admin may do everything.
const (
	Support = "support"
	Cashier = "cashier"
	Admin   = "admin"
)

// Cashiers may see and settle what is about money.
var Cashiers = []string{Cashier, Admin}

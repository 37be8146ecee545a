package staff

// Roles of operators. An admin may do everything.
const (
	Support = "support"
	Cashier = "cashier"
	Admin   = "admin"
)

// Cashiers are the roles that may see and decide items about money.
var Cashiers = []string{Cashier, Admin}

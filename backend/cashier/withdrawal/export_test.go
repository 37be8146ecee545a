package withdrawal

// Look gives the tests access to look.
var Look = (*Service).look

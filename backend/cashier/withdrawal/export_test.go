package withdrawal

// Look is how a call learns how far a withdrawal got.
var Look = (*Service).look

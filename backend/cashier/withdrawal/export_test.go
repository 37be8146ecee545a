package withdrawal

// Look exports look.
var Look = (*Service).look

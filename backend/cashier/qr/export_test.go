package qr

// Markup exports markup.
var Markup = markup

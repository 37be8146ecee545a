package qr

// Markup is what a payload is shown as.
var Markup = markup

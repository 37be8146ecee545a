package qr

// Markup gives the tests access to markup.
var Markup = markup

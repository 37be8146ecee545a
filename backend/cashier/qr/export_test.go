package qr

// RenderMarkup gives the tests access to renderMarkup.
var RenderMarkup = renderMarkup

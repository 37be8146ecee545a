package thaiqr

// Seal appends a right checksum. Tests use it for invalid content.
var Seal = withChecksum

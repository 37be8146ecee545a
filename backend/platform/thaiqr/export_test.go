package thaiqr

// Seal lets tests put a right checksum on wrong content.
var Seal = seal

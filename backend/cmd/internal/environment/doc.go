// Package environment is what programs share that run the real server against the sandbox and
// compare the two books afterwards: calls of both, the providers' own books, and the processes.
//
// A program embeds API and Sandbox in a type of its own, and adds who acts and what fails.
package environment

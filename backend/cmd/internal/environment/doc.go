// Package environment is shared by programs that run the real server against the sandbox and then
// compare our ledger with the providers' records. It has calls to both, the providers' records, and the
// processes.
//
// A program embeds API and Sandbox in its own type, and adds who does what and what fails.
package environment

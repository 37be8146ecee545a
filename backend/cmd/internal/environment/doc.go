// Package environment is shared by programs that run the real server with the sandbox and then compare
// our ledger with the providers' records. It makes calls to both, reads the providers' records, and
// starts and kills the processes.
//
// A program embeds API and Sandbox in its own type. It adds the actions of members and the failures.
package environment

// Package missingdeadline reports calls that leave the process and can wait for ever.
//
// # What it reports
//
// background, noctx, client, detached, server.
//
// # Why it matters
//
// # TODO
//
// # Example
//
// # How to fix
//
// # When it stays silent
//
// # Options
//
// # Limits
//
// # References
package missingdeadline

// Package sql embeds the migrations and the seed. The queries in this folder are read only by sqlc,
// which writes each domain's internal/db.
package sql

import "embed"

// Migrations are goose's files. pg.Migrate applies them in order.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Seed is the base content of every installation and the demo content. server.Seed inserts it.
//
//go:embed seed/*.sql
var Seed embed.FS

// Package sql embeds the migrations and the seed. The queries in this folder are read only by sqlc,
// which writes each domain's internal/db.
package sql

import "embed"

// Migrations are goose's files, applied in order by pg.Migrate.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Seed is the demo content that `make run` fills an empty database with.
//
//go:embed seed/*.sql
var Seed embed.FS

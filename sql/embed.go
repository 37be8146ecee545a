// Package sql carries the migrations inside the program. The queries beside
// them are read by sqlc only; what it writes stands in each domain's
// internal/db.
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

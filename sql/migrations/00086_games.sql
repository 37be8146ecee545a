-- +goose Up
-- The game's edge as its provider states it, in hundredths of a percent of the stake; null if unknown. It is shown to
-- operators, and no amount depends on it.
alter table slot add column edge integer check (edge between 0 and 10000);

-- +goose Down
alter table slot drop column edge;

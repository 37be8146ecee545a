-- +goose Up
-- What the house keeps of each stake in the mean, in hundredths of a percent, as the provider tells it; null where
-- nobody knows. Nothing is counted with it: it stands beside what rewards give back.
alter table slot add column edge integer check (edge between 0 and 10000);

-- +goose Down
alter table slot drop column edge;

-- +goose Up

-- Our database has lost changes since. The seed may have drawn spins that were lost, so it is not used any more.
alter table spin_seed add went_back boolean not null default false;

-- +goose Up

-- Our book has gone back since: the seed may have drawn what it does not know of, so it is over.
alter table spin_seed add went_back boolean not null default false;

-- +goose Up

-- What is still to be done in the games of a member who has closed play for themself.
create table game_closing (
    exclusion_id bigint primary key,
    member_id    bigint not null,
    begins_at    timestamptz not null,
    looks        integer not null default 0,
    next_at      timestamptz not null,
    reset        text[] not null default '{}', -- the slots whose passwords are new
    done_at      timestamptz
);
create index game_closing_next on game_closing (next_at) where done_at is null;

-- +goose Down
drop table game_closing;

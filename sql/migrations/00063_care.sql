-- +goose Up

-- That a member is to be left in peace: for some time (COOL_OFF), or until they come
-- back of their own will after its end (EXCLUSION; no end is for ever). Rows are added,
-- and of a row only its return is written later.
create type exclusion_kind as enum ('COOL_OFF', 'EXCLUSION');
create table exclusion (
    id          bigint generated always as identity primary key,
    member_id   bigint not null,
    kind        exclusion_kind not null,
    begins_at   timestamptz not null,
    ends_at     timestamptz,
    asked_at    timestamptz, -- to come back, after the end
    returned_at timestamptz  -- and that is confirmed a day later
);
create index exclusion_member on exclusion (member_id);

-- +goose Down
drop table exclusion;
drop type exclusion_kind;

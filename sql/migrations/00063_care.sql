-- +goose Up

-- That a member is to be left in peace: for some time (COOL_OFF), or until they come
-- back of their own will after its end (EXCLUSION; without an end it is for ever). Rows
-- are added; of a row only the way back is written later, and that support has seen it.
create type exclusion_kind as enum ('COOL_OFF', 'EXCLUSION');
create table exclusion (
    id          bigint generated always as identity primary key,
    member_id   bigint not null,
    kind        exclusion_kind not null,
    begins_at   timestamptz not null,
    ends_at     timestamptz,
    asked_at    timestamptz, -- to come back, after the end
    returned_at timestamptz, -- and that was confirmed a day later
    seen_by     bigint,      -- of support
    constraint exclusion_cool_off_ends check (kind = 'EXCLUSION' or ends_at is not null)
);
create index exclusion_member on exclusion (member_id);
create index exclusion_unseen on exclusion (begins_at) where seen_by is null;

-- +goose StatementBegin
create function exclusion_stands() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' or (new.id, new.member_id, new.kind, new.begins_at) is distinct from (old.id, old.member_id, old.kind, old.begins_at)
        or new.ends_at is distinct from old.ends_at or old.returned_at is not null and new.returned_at is distinct from old.returned_at then
        raise exception 'exclusions stand as they were made';
    end if;
    return new;
end $$;
-- +goose StatementEnd
create trigger exclusion_append_only before update or delete on exclusion for each row execute function exclusion_stands();

-- What a member wants to be reminded of, and when they last looked at their limits.
create table care_wish (
    member_id   bigint primary key,
    reality     integer check (reality between 5 and 720), -- minutes of use between two checks; null: none
    reviewed_at timestamptz                                -- of the deposit limits
);

-- +goose Down
drop table care_wish;
drop table exclusion;
drop function exclusion_stands;
drop type exclusion_kind;

-- +goose Up

-- Where a guest came from, as a keyed hash of the address.
alter table conversation add column origin text not null default '';

-- Guests of one origin of whom more than three wait: the first has a place behind
-- members, the second one behind that, and so on. Guest ids are made at will, so
-- that otherwise one person could stand before everybody else.
create view conversation_crowd as
select id, place from (
    select id, row_number() over (partition by origin order by waiting_since, id) as place, count(*) over (partition by origin) as waiting
    from conversation
    where guest_hash is not null and origin <> '' and waiting_since is not null and status = 'OPEN' and joined_to is null and last_seq > 0
) guests where waiting > 3;

-- +goose Down
drop view conversation_crowd;
alter table conversation drop column origin;

-- name: Beside :many
-- Who seems to be one person with somebody who has closed play, by any sign. A namesake counts once they have signed in
-- since then.
select b.since, b.id::text as id, b.sign::text as sign, b.ends_at, v.seen as member, o.seen as excluded
from person_beside b join member_seen v on v.id = b.member_id join member_seen o on o.id = b.other_id
where b.until > sqlc.arg(now)::timestamptz and not exists (select from play_closed c where c.member_id = b.member_id and c.until > sqlc.arg(now))
and (b.since, b.id collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text) and sqlc.arg(member)::bigint in (0, b.member_id)
order by b.since, b.id collate "C" limit sqlc.arg(most)::int;

-- name: BesideCount :one
select count(*), coalesce(min(b.since), 'epoch')::timestamptz as oldest from person_beside b
where b.until > sqlc.arg(now)::timestamptz and not exists (select from play_closed c where c.member_id = b.member_id and c.until > sqlc.arg(now));

-- name: BesideOne :one
select b.member_id, b.other_id from person_beside b
where b.id = sqlc.arg(id)::text and b.until > sqlc.arg(now)::timestamptz
and not exists (select from play_closed c where c.member_id = b.member_id and c.until > sqlc.arg(now));

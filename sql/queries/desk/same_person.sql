-- name: ListSamePersonItems :many
-- Members who are linked to an excluded member. A member with the same holder's name is listed after their next sign-in.
select b.since, b.id::text as id, b.sign::text as sign, b.ends_at, v.seen as member, o.seen as excluded, coalesce(n.at, 'epoch')::timestamptz as same_address -- epoch: none
from excluded_link b join member_seen v on v.id = b.member_id join member_seen o on o.id = b.other_id
left join lateral (
    select a.at from same_address a where a.member_id = b.member_id and a.other_id = b.other_id order by a.at desc limit 1
) n on true
where b.until > sqlc.arg(now)::timestamptz and not exists (select from play_closed c where c.member_id = b.member_id and c.until > sqlc.arg(now))
and (b.since, b.id collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text) and sqlc.arg(member)::bigint in (0, b.member_id)
order by b.since, b.id collate "C" limit sqlc.arg(most)::int;

-- name: CountSamePersonItems :one
select count(*), coalesce(min(b.since), 'epoch')::timestamptz as oldest from excluded_link b
where b.until > sqlc.arg(now)::timestamptz and not exists (select from play_closed c where c.member_id = b.member_id and c.until > sqlc.arg(now));

-- name: GetSamePersonPair :one
select b.member_id, b.other_id from excluded_link b
where b.id = sqlc.arg(id)::text and b.until > sqlc.arg(now)::timestamptz
and not exists (select from play_closed c where c.member_id = b.member_id and c.until > sqlc.arg(now));

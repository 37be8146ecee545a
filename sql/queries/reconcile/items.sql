-- name: ListWaitingDifferences :many
select sqlc.embed(d), m.seen as member, coalesce(b.code, d.bank)::text as bank_code
from difference d left join member_seen m on m.id = d.member_id left join bank b on b.number = d.bank
where d.done_at is null and (d.found_at, d.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, d.member_id)
order by d.found_at, d.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingDifferences :one
select count(*) as waiting, coalesce(min(found_at), now())::timestamptz as oldest from difference where done_at is null;

-- name: CountOpenLosses :one
-- Counts a provider's open LOST items that were made at or after a time and whose reference matches a pattern.
select count(*) from difference where company = sqlc.arg(company) and reason = 'LOST' and done_at is null and at >= sqlc.arg(made_after)::timestamptz
    and reference ~ sqlc.arg(form)::text;

-- name: ListWaitingProposals :many
-- Open proposals of the given kinds, with the proposer and the member.
select p.id, p.kind, p.what, p.why, p.proposed_by, p.proposed_at, o.username as proposer, m.seen as member
from proposal p join operator o on o.id = p.proposed_by left join member_seen m on m.id = p.member_id
where p.state = 'OPEN' and p.kind = any(sqlc.arg(kinds)::text[]) and (p.proposed_at, p.id::text collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, p.member_id)
order by p.proposed_at, p.id::text collate "C" limit sqlc.arg(most)::int;

-- name: CountWaitingProposals :one
select count(*) as waiting, coalesce(min(proposed_at), now())::timestamptz as oldest from proposal where state = 'OPEN';

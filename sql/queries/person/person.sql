-- name: Lock :exec
-- Locks a member's signs until the commit, so that two accounts of one person receive a reward one after the
-- other. The signs are locked in a fixed order.
select pg_advisory_xact_lock(hashtextextended(s.sign, 0)) from (
    select p.sign from person_sign p where p.member_id = sqlc.arg(member_id)::bigint order by p.sign
) s;

-- name: InsertFinding :exec
insert into not_same_person (member_id, other_id, decided_by, why, decided_at)
select p.one, p.other, sqlc.arg(by)::bigint, sqlc.arg(why)::text, sqlc.arg(now)::timestamptz from (
    values (sqlc.arg(member_id)::bigint, sqlc.arg(other_id)::bigint), (sqlc.arg(other_id)::bigint, sqlc.arg(member_id)::bigint)
) p (one, other) order by p.one
on conflict do nothing;

-- name: InsertFindings :execrows
-- InsertFinding for every account that is linked to a member.
with ties as (
    select p.other_id as id from same_person p where p.member_id = sqlc.arg(member_id)::bigint
    union select n.other_id from same_holder n where n.member_id = sqlc.arg(member_id)::bigint
)
insert into not_same_person (member_id, other_id, decided_by, why, decided_at)
select p.one, p.other, sqlc.arg(by)::bigint, sqlc.arg(why)::text, sqlc.arg(now)::timestamptz from (
    select sqlc.arg(member_id)::bigint as one, t.id as other from ties t union all select t.id, sqlc.arg(member_id)::bigint from ties t
) p order by p.one, p.other
on conflict do nothing;

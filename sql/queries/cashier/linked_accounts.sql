-- name: ListLinkedAccounts :many
-- Accounts that are linked to a member, each with its strongest sign, strong signs first.
select v.seen as member, t.sign::text as sign from (
    select distinct on (a.other_id) a.other_id, a.sign, a.rank from (
        select p.other_id, case when p.crowd then 'CROWD' else 'STRONG' end as sign, case when p.crowd then 2 else 1 end as rank
        from same_person p where p.member_id = sqlc.arg(member_id)::bigint
        union all
        select n.other_id, 'NAME', 3 from same_holder n where n.member_id = sqlc.arg(member_id)
    ) a order by a.other_id, a.rank
) t join member_seen v on v.id = t.other_id order by t.rank, t.other_id limit sqlc.arg(most)::int;

-- name: CountSameAddress :one
-- Accounts that signed in from the same address as a member on the same day. They are linked by another sign, or
-- few members used the address that day. others counts all other accounts of the address, up to 1000.
with mine as materialized (
    select a.address, a.day, (
        select count(*) from (select from sign_in_address c where c.address = a.address and c.day = a.day limit sqlc.arg(few)::int + 1) n
    ) as members
    from sign_in_address a where a.member_id = sqlc.arg(member_id)::bigint
), linked as (
    select p.other_id from same_person p where p.member_id = sqlc.arg(member_id)
    union select n.other_id from same_holder n where n.member_id = sqlc.arg(member_id)
), shown as (
    select c.member_id from mine m join sign_in_address c on c.address = m.address and c.day = m.day where m.members <= sqlc.arg(few)
    union select l.other_id from linked l where exists (select from same_address s where s.member_id = sqlc.arg(member_id) and s.other_id = l.other_id)
), others as (
    select count(distinct c.member_id) as n from mine m cross join lateral (
        select a.member_id from sign_in_address a where a.address = m.address and a.day = m.day and a.member_id <> sqlc.arg(member_id) limit 1000
    ) c
)
select o.n::bigint as others, coalesce((
    select array_agg(t.id) from (
        select v.public_id as id from shown s join member v on v.id = s.member_id where v.id <> sqlc.arg(member_id) order by v.id limit sqlc.arg(most)::int
    ) t
), '{}')::text[] as shown
from others o;

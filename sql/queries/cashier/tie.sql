-- name: Ties :many
-- Accounts that are linked to a member, each with its strongest sign, strong signs first.
select v.seen as member, t.sign::text as sign from (
    select distinct on (a.other_id) a.other_id, a.sign, a.rank from (
        select p.other_id, case when p.crowd then 'CROWD' else 'STRONG' end as sign, case when p.crowd then 2 else 1 end as rank
        from same_person p where p.member_id = sqlc.arg(member_id)::bigint
        union all
        select n.other_id, 'NAME', 3 from same_holder n where n.member_id = sqlc.arg(member_id)
    ) a order by a.other_id, a.rank
) t join member_seen v on v.id = t.other_id order by t.rank, t.other_id limit sqlc.arg(most)::int;

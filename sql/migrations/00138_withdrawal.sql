-- +goose Up

-- Reports whether a member received a reward since the last paid withdrawal that another member with the same holder's
-- name has received, too. A function, because PostgreSQL prepares all parts of a statement even if it skips them, and
-- the holder's name is its largest part. The commands call it only for members with a bonus or an invite bonus.
create function has_shared_reward(of_member bigint) returns boolean language sql stable as $$
    select exists (
        select from bonus_taken b left join offer t on t.kind = b.kind and t.code = b.code
        where b.member_id = of_member and b.created_at > last_paid(of_member) and (b.kind = 'promotion' or t.type = 'limit')
            and exists (select from same_holder n join bonus_taken o on o.member_id = n.other_id where n.member_id = of_member and o.kind = b.kind and o.code = b.code)
    ) or exists (
        select from accrual a join same_holder n on n.member_id = a.member_id and n.other_id = a.subject_id
        where a.member_id = of_member and a.kind = 'INVITE' and a.amount > 0 and a.created_at > last_paid(of_member)
    )
$$;

-- +goose Up

-- Which accounts seem to belong to one person (package person). The views read tables of care and
-- cashier, so this file comes last, although the package is a low layer.

-- A pair of accounts that an operator found to belong to two people; each pair in both directions.
create table not_same_person (
    member_id  bigint not null,
    other_id   bigint not null,
    decided_by bigint not null,
    why        text not null,
    decided_at timestamptz not null,
    primary key (member_id, other_id)
);

-- Pairs that seem to be one person by a strong sign (package person). crowd: more than five members signed in on each
-- device that the pair shares.
create view same_person as
select t.member_id, t.other_id, bool_and(t.crowd) as crowd
from (
    select d.member_id, d.other_id, (select count(distinct c.member_id) from same_device c where c.device_hash = d.device_hash) > 5 as crowd
    from same_device d
    union all
    select m.id, p.member_id, false from member m join payout_proof p on p.bank_code = m.bank_code and p.account_no = m.bank_account_no and p.member_id <> m.id
    union all
    select p.member_id, m.id, false from payout_proof p join member m on m.bank_code = p.bank_code and m.bank_account_no = p.account_no and m.id <> p.member_id
) t
where not exists (select from not_same_person n where n.member_id = t.member_id and n.other_id = t.other_id)
group by t.member_id, t.other_id;

-- The strong signs of each member: devices, the current bank account, and the proved bank accounts.
create view person_sign as
select d.member_id, 'device ' || encode(d.device_hash, 'hex') as sign from same_device d
union
select m.id, 'account ' || m.bank_code || ' ' || m.bank_account_no from member m
union
select p.member_id, 'account ' || p.bank_code || ' ' || p.account_no from payout_proof p;

-- Pairs whose account holders have the same normalised name.
create view same_holder as
select m.id as member_id, n.id as other_id from member m join member n on holder_key(n.bank_account_name) = holder_key(m.bank_account_name) and n.id <> m.id
where not exists (select from not_same_person x where x.member_id = m.id and x.other_id = n.id);

-- Members who are linked to an excluded member, with that member's exclusion that lasts longest. id names the pair.
-- offset 0 looks up each exclusion by its member: the planner would otherwise compute the pairs of all members first.
create view excluded_link as
with closed as (
    select distinct on (e.member_id) e.member_id, e.begins_at, e.kind, e.ends_at, case e.kind when 'COOL_OFF' then e.ends_at else 'infinity' end as until
    from exclusion e where e.kind = 'COOL_OFF' or e.returned_at is null
    order by e.member_id, until desc, e.ends_at desc nulls first
), tied as (
    select distinct on (t.member_id, t.other_id) t.* from (
        select p.other_id as member_id, c.member_id as other_id, case when p.crowd then 'CROWD' else 'STRONG' end as sign, c.begins_at, c.kind, c.ends_at, c.until
        from closed c cross join lateral (select s.* from same_person s where s.member_id = c.member_id offset 0) p
        union all
        select n.other_id, c.member_id, 'NAME', c.begins_at, c.kind, c.ends_at, c.until
        from closed c cross join lateral (select s.* from same_holder s where s.member_id = c.member_id offset 0) n
        where exists (select from session s where s.member_id = n.other_id and s.created_at >= c.begins_at)
    ) t
    order by t.member_id, t.other_id, array_position(array['STRONG', 'CROWD', 'NAME'], t.sign)
)
select m.public_id || '.' || o.public_id as id, t.member_id, t.other_id, t.sign, greatest(t.begins_at, m.created_at)::timestamptz as since, t.kind, t.ends_at, t.until
from tied t join member m on m.id = t.member_id join member o on o.id = t.other_id;

-- Pairs of members who signed in from one address on one day. It is shown to cashiers and decides nothing (package person).
create view same_address as
select a.member_id, b.member_id as other_id, a.day, a.address, greatest(a.at, b.at) as at
from sign_in_address a join sign_in_address b on b.address = a.address and b.day = a.day and b.member_id <> a.member_id;

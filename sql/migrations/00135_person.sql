-- +goose Up

-- As before, but the sessions of one member are looked up: without "offset 0" the planner reads all sessions.
create or replace view excluded_link as
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
        where exists (select from session s where s.member_id = n.other_id and s.created_at >= c.begins_at offset 0)
    ) t
    order by t.member_id, t.other_id, array_position(array['STRONG', 'CROWD', 'NAME'], t.sign)
)
select m.public_id || '.' || o.public_id as id, t.member_id, t.other_id, t.sign, greatest(t.begins_at, m.created_at)::timestamptz as since, t.kind, t.ends_at, t.until
from tied t join member m on m.id = t.member_id join member o on o.id = t.other_id;

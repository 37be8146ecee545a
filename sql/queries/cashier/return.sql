-- name: InsertReturn :exec
insert into money_return (id, member_id, way, reference, sender, amount, currency, reason, hold_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: LockReturn :one
select * from money_return where id = $1 for update;

-- name: EndReturn :exec
update money_return set returned = $2, settle_id = $3, decided_by = $4, done_at = $5 where id = $1;

-- name: VerifyReturns :one
-- Counts held money without an open hold of its amount, and returned money without a settlement.
select count(*) from money_return m
left join transfer h on h.id = m.hold_id
left join transfer r on r.resolves_id = m.hold_id
where h.id is null or h.amount <> m.amount or h.currency <> m.currency or (m.done_at is null) <> (r.id is null)
   or m.settle_id is distinct from r.id;

-- name: LineInsert :one
insert into statement_line (id, member_id, type, status, from_name, to_name, amount, currency, note, links, transfer_id, created_at, version)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, next_version($2))
returning version;

-- name: LinePage :many
select * from statement_line where member_id = $1
order by created_at desc, id desc
limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: LineCount :one
select count(*) from statement_line where member_id = $1;

-- name: LinesSince :many
select * from statement_line where member_id = $1 and version > sqlc.arg(after)
order by version limit sqlc.arg(page_size)::int;

-- name: VerifyLines :one
-- Lines that name a transfer which is not there, or of another amount or
-- currency; and members' deposits that no line speaks of.
select (select count(*) from statement_line l left join transfer t on t.id = l.transfer_id
        where l.transfer_id is not null and (t.id is null or t.amount <> l.amount or t.currency <> l.currency))
     + (select count(*) from transfer t where t.kind in ('deposit', 'demo') and t.credit_id >= 1000
        and not exists (select from statement_line l where l.transfer_id = t.id));

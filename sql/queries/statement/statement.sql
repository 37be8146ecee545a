-- name: LineInsert :one
insert into statement_line (id, member_id, type, status, from_name, to_name, amount, currency, note, links, transfer_id, can_cancel, created_at, version)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, next_version($2))
returning version;

-- name: LineInsertOf :one
-- LineInsert for a transfer that is named by its key, so that both are sent together.
insert into statement_line (id, member_id, type, status, from_name, to_name, amount, currency, note, links, transfer_id, can_cancel, created_at, version)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select t.id from transfer t where t.key = sqlc.arg(transfer_key)), $11, $12, next_version($2))
returning version;

-- name: LineChange :one
-- Only a line in progress changes; an empty name or no amount leaves what is there.
update statement_line set status = sqlc.arg(status), note = sqlc.arg(note), transfer_id = sqlc.narg(transfer_id), can_cancel = sqlc.arg(can_cancel),
    from_name = coalesce(nullif(sqlc.arg(from_name)::text, ''), from_name), to_name = coalesce(nullif(sqlc.arg(to_name)::text, ''), to_name),
    amount = coalesce(sqlc.narg(new_amount)::bigint, amount), version = next_version(member_id)
where id = sqlc.arg(id) and member_id = sqlc.arg(member_id) and status = 'PENDING'
returning *;

-- name: LineByID :one
select * from statement_line where id = sqlc.arg(id) and member_id = sqlc.arg(member_id);

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
-- currency; lines of nobody; members' deposits that no line speaks of; members' holds that
-- neither their own nor their settlement's line speaks of, unless they were
-- given back; and lines in progress whose hold is no longer open.
select (select count(*) from statement_line l left join transfer t on t.id = l.transfer_id
        where l.transfer_id is not null and (t.id is null or t.amount <> l.amount or t.currency <> l.currency))
     + (select count(*) from statement_line l where not exists (select from member m where m.id = l.member_id))
     + (select count(*) from transfer t where ((t.kind in ('deposit', 'demo') and t.credit_id >= 1000) or t.kind = 'adjustment')
        and not exists (select from statement_line l where l.transfer_id = t.id))
     + (select count(*) from transfer h left join transfer r on r.resolves_id = h.id
        where h.kind = 'hold' and h.debit_id >= 1000 and r.kind is distinct from 'void'
        and not exists (select from statement_line l where l.transfer_id = coalesce(r.id, h.id)))
     + (select count(*) from statement_line l join transfer r on r.resolves_id = l.transfer_id where l.status = 'PENDING');

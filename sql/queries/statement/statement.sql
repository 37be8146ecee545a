-- name: InsertLine :one
insert into statement_line (id, member_id, type, status, from_kind, from_code, from_account, to_kind, to_code, to_account, amount, currency, note, links,
    transfer_id, can_cancel, created_at, version)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, next_version($2))
returning version;

-- name: InsertLineByKey :one
-- InsertLine for a transfer that is named by its key, so that both are sent together.
insert into statement_line (id, member_id, type, status, from_kind, from_code, from_account, to_kind, to_code, to_account, amount, currency, note, links,
    transfer_id, can_cancel, created_at, version)
select $1::uuid, $2::bigint, $3::statement_type, $4::statement_status, $5::place_kind, $6::text, $7::text, $8::place_kind, $9::text, $10::text,
    $11::bigint, $12::text, $13::text, $14::jsonb,
    (select t.id from transfer t where t.key = sqlc.arg(transfer_key)::uuid), $15::boolean, $16::timestamptz, next_version($2::bigint)
where allowed()
returning version;

-- name: ChangeLine :one
-- Changes a PENDING line and stores its event. A null place or amount keeps the old value.
with changed as (
    update statement_line set status = sqlc.arg(status), note = sqlc.arg(note), transfer_id = sqlc.narg(transfer_id), can_cancel = sqlc.arg(can_cancel),
        from_kind = coalesce(sqlc.narg(new_kind)::place_kind, from_kind), from_code = coalesce(sqlc.narg(new_code)::text, from_code),
        from_account = coalesce(sqlc.narg(new_account)::text, from_account),
        to_kind = coalesce(sqlc.narg(end_kind)::place_kind, to_kind), to_code = coalesce(sqlc.narg(end_code)::text, to_code),
        to_account = coalesce(sqlc.narg(end_account)::text, to_account),
        amount = coalesce(sqlc.narg(new_amount)::bigint, amount), version = next_version(member_id)
    where id = sqlc.arg(id) and member_id = sqlc.arg(member_id) and status = 'PENDING'
    returning *),
noted as (
    insert into statement_event (line_id, version, kind, at)
    select id, version, sqlc.arg(event)::statement_event_kind, sqlc.arg(now)::timestamptz from changed)
select * from changed;

-- name: ChangeLineByKey :one
-- ChangeLine for a transfer that is named by its key, or none.
with changed as (
    update statement_line set status = sqlc.arg(status)::statement_status, note = sqlc.arg(note)::text,
        transfer_id = (select t.id from transfer t where t.key = sqlc.arg(transfer_key)::uuid), can_cancel = sqlc.arg(can_cancel)::boolean,
        from_kind = coalesce(sqlc.narg(new_kind)::place_kind, from_kind), from_code = coalesce(sqlc.narg(new_code)::text, from_code),
        from_account = coalesce(sqlc.narg(new_account)::text, from_account),
        amount = coalesce(sqlc.narg(new_amount)::bigint, amount), version = next_version(member_id)
    where id = sqlc.arg(id)::uuid and member_id = sqlc.arg(member_id)::bigint and status = 'PENDING' and allowed()
    returning *),
noted as (
    insert into statement_event (line_id, version, kind, at)
    select id, version, sqlc.arg(event)::statement_event_kind, sqlc.arg(now)::timestamptz from changed)
select * from changed;

-- name: GetLine :one
select * from statement_line where id = sqlc.arg(id) and member_id = sqlc.arg(member_id);

-- name: ListLineEvents :many
select kind, at from statement_event where line_id = $1 order by version;

-- name: ListLinesBetween :many
-- Lines within a range of ids: those of one reference.
select * from statement_line where id >= sqlc.arg(first)::uuid and id <= sqlc.arg(last)::uuid order by id limit 20;

-- name: ListLines :many
select * from statement_line
where member_id = $1 and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz and type::text = any(sqlc.arg(types)::text[])
order by created_at desc, id desc
limit sqlc.arg(page_size)::int offset sqlc.arg(skip)::int;

-- name: CountLines :one
select count(*) from statement_line
where member_id = $1 and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz and type::text = any(sqlc.arg(types)::text[]);

-- name: SumLines :many
-- Sums of successful deposits and bonuses, and of withdrawals. Transfers between wallet and games, and the
-- end of a bonus, are in neither.
select currency,
    coalesce(sum(amount) filter (where type in ('deposit', 'bonus')), 0)::bigint as money_in,
    coalesce(sum(amount) filter (where type = 'withdraw'), 0)::bigint as money_out
from statement_line
where member_id = $1 and created_at >= sqlc.arg(since)::timestamptz and created_at < sqlc.arg(until)::timestamptz and type::text = any(sqlc.arg(types)::text[])
  and status = 'SUCCESS'
group by currency order by currency;

-- name: ListLinesSince :many
select * from statement_line where member_id = $1 and version > sqlc.arg(after)
order by version limit sqlc.arg(page_size)::int;

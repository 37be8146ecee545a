-- name: TransfersNamed :many
-- What our book has of transfers that a bank lists: told of, and booked.
select n.bank::text as bank, n.trans_ref::text as trans_ref, coalesce(f.state::text, '')::text as state, coalesce(f.amount, 0)::bigint as told,
       coalesce(t.amount, 0)::bigint as booked, c.member_id, (c.bank is not null)::boolean as claimed
from (select unnest(sqlc.arg(banks)::text[]) as bank, unnest(sqlc.arg(refs)::text[]) as trans_ref) n
left join bank_feed f on f.bank = n.bank and f.trans_ref = n.trans_ref
left join deposit_claim c on c.bank = n.bank and c.trans_ref = n.trans_ref
left join transfer t on t.id = c.transfer_id;

-- name: TransfersUnseen :many
-- Booked within a walk's time by a slip, and not in the banks' list; a page after
-- a transfer. What a bank told of it has, however long it waited for a cashier.
select c.bank::text as bank, c.trans_ref, t.amount::bigint as booked, t.currency, c.member_id, c.created_at from deposit_claim c join transfer t on t.id = c.transfer_id
where c.created_at >= sqlc.arg(since)::timestamptz and c.created_at < sqlc.arg(until)::timestamptz
  and not exists (select from bank_feed f where f.bank = c.bank and f.trans_ref = c.trans_ref)
  and (c.bank, c.trans_ref) > (sqlc.arg(after_bank)::text, sqlc.arg(after_ref)::text)
  and not exists (select from reconcile_seen s where s.run = sqlc.arg(run)::uuid and s.reference = c.bank || ' ' || c.trans_ref)
order by c.bank, c.trans_ref limit 500;

-- name: TransfersBooked :one
select count(*) as transfers, coalesce(sum(t.amount), 0)::bigint as amount from deposit_claim c join transfer t on t.id = c.transfer_id
where c.created_at >= $1;

-- name: ListTransfersByRef :many
-- Our rows of transfers that a bank lists: reported, claimed by a slip, or credited.
-- A name is the bank's number, a space and the bank's reference.
select n.bank::text as bank, n.trans_ref::text as trans_ref, coalesce(f.state::text, '')::text as state, (c.bank is not null)::boolean as claimed,
       coalesce(t.amount, 0)::bigint as booked, coalesce(t.currency, '')::text as currency, c.member_id, coalesce(c.created_at, f.at, now())::timestamptz as created_at
from (select split_part(name, ' ', 1) as bank, substr(name, position(' ' in name) + 1) as trans_ref from unnest(sqlc.arg(names)::text[]) name) n
left join bank_feed f on f.bank = n.bank and f.trans_ref = n.trans_ref
left join deposit_claim c on c.bank = n.bank and c.trans_ref = n.trans_ref
left join transfer t on t.id = c.transfer_id;

-- name: ListTransfersOfSlips :many
-- A page of the transfers that were credited in a period by a slip only. A reported transfer is known to its
-- bank, however long it waited for a cashier.
select c.bank::text as bank, c.trans_ref::text as trans_ref, ''::text as state, true::boolean as claimed,
       t.amount::bigint as booked, t.currency::text as currency, c.member_id, c.created_at::timestamptz as created_at
from deposit_claim c join transfer t on t.id = c.transfer_id
where c.created_at >= sqlc.arg(since)::timestamptz and c.created_at < sqlc.arg(until)::timestamptz
  and not exists (select from bank_feed f where f.bank = c.bank and f.trans_ref = c.trans_ref)
  and (c.bank, c.trans_ref) > (sqlc.arg(after_bank)::text, sqlc.arg(after_ref)::text)
order by c.bank, c.trans_ref limit 500;

-- name: SumBookedTransfers :one
select count(*) as transfers, coalesce(sum(t.amount), 0)::bigint as amount from deposit_claim c join transfer t on t.id = c.transfer_id
where c.created_at >= $1;

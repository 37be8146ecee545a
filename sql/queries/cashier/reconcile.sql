-- name: ReconcileBank :many
-- Every transfer that was booked or told of since a moment. tells: the bank has
-- told of transfers at all since then.
with booked as (
    select c.bank, c.trans_ref, t.amount from deposit_claim c join transfer t on t.id = c.transfer_id where c.created_at >= $1
), told as (
    select bank, trans_ref, amount from bank_feed where received_at >= $1
)
select coalesce(b.bank, f.bank)::text as bank, coalesce(b.trans_ref, f.trans_ref)::text as trans_ref, coalesce(b.amount, 0)::bigint as booked, coalesce(f.amount, 0)::bigint as told, -- 0: not at all
       exists (select from told) as tells
from booked b full join told f on f.bank = b.bank and f.trans_ref = b.trans_ref
order by 1, 2;

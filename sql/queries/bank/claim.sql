-- name: ClaimInsert :execrows
-- Waits for a concurrent claim of the same transfer. Inserts 0 rows if the transfer is claimed.
insert into deposit_claim (bank, trans_ref, member_id, via, slip_id) values ($1, $2, $3, $4, $5)
on conflict do nothing;

-- name: ClaimOf :one
-- The slip that has claimed a transfer, or null if the bank's report has.
select slip_id from deposit_claim where bank = $1 and trans_ref = $2;

-- name: ClaimLock :one
select * from deposit_claim where bank = $1 and trans_ref = $2 for update;

-- name: ClaimCredit :execrows
-- By the credit or hold that was posted under a key.
update deposit_claim set transfer_id = (select id from transfer where key = sqlc.arg(key)::uuid)
where bank = sqlc.arg(bank)::text and trans_ref = sqlc.arg(trans_ref)::text and transfer_id is null;

-- name: ClaimRelease :exec
delete from deposit_claim where bank = $1 and trans_ref = $2 and slip_id = $3 and transfer_id is null;

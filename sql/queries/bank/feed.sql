-- name: InsertFeedRow :execrows
insert into bank_feed (bank, trans_ref, account, name, to_bank, to_account, amount, currency, at, received_at, id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (bank, trans_ref) do nothing;

-- name: GetFeedRowByRef :one
select * from bank_feed where bank = $1 and trans_ref = $2;

-- name: GetFeedState :one
-- Reads a state under the row's lock.
select state from bank_feed where bank = sqlc.arg(bank)::text and trans_ref = sqlc.arg(trans_ref)::text for update;

-- name: LockFeedRow :one
select * from bank_feed where bank = $1 and trans_ref = $2 for update;

-- name: LockFeedRowByID :one
select * from bank_feed where id = $1 for update;

-- name: MarkFeedRowUnmatched :exec
update bank_feed set state = 'UNMATCHED', reason = $3 where bank = $1 and trans_ref = $2;

-- name: MarkFeedRowDone :exec
-- By the credit or hold that was posted under a key.
update bank_feed set state = 'DONE', reason = sqlc.arg(reason), member_id = sqlc.narg(member_id), decided_by = sqlc.narg(decided_by), done_at = sqlc.arg(done_at)::timestamptz,
    transfer_id = (select id from transfer where key = sqlc.arg(key)::uuid)
where bank = sqlc.arg(bank)::text and trans_ref = sqlc.arg(trans_ref)::text;

-- name: ListStalledFeedRows :many
select bank, trans_ref from bank_feed where state = 'NEW' and received_at < $1 order by received_at limit 100;

-- name: SettleFeedRow :exec
-- Ends a reported transfer that was credited by its slip.
update bank_feed set state = 'DONE', member_id = $3, done_at = $4 where bank = $1 and trans_ref = $2 and state <> 'DONE';

-- name: VerifyFeed :one
-- Counts reported transfers that are done without a credit or hold of their amount, or for an unknown member.
select count(*) from bank_feed f left join transfer t on t.id = f.transfer_id left join public.member m on m.id = f.member_id
where (f.transfer_id is not null and (t.id is null or t.amount <> f.amount or t.currency <> f.currency))
   or (f.member_id is not null and m.id is null);

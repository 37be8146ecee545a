-- name: InsertGift :execrows
insert into gift (id, member_id, hash, mobile, amount, currency, created_at) values ($1, $2, $3, $4, $5, $6, $7)
on conflict (hash) where state <> 'FAILED' do nothing;

-- name: LockGift :one
select * from gift where id = $1 for update;

-- name: GetGift :one
select * from gift where id = $1;

-- name: IsGiftKnown :one
select exists (select from gift where hash = $1 and state <> 'FAILED');

-- name: CountGiftTry :exec
update gift set state = 'REDEEMING', tries = tries + 1 where id = $1;

-- name: SendGiftToReview :exec
update gift set state = 'REVIEW', reason = $2, code = $3 where id = $1;

-- name: EndGift :exec
update gift set state = $2, amount = $3, code = $4, transfer_id = $5, decided_by = $6, done_at = $7 where id = $1;

-- name: ListStalledGifts :many
select id from gift where state in ('NEW', 'REDEEMING') and created_at < $1 order by created_at limit 100;

-- name: VerifyGifts :one
-- Counts credited gifts without a transfer of their amount.
select count(*) from gift g left join transfer t on t.id = g.transfer_id
where g.state = 'DONE' and (t.id is null or t.amount <> g.amount or t.currency <> g.currency);

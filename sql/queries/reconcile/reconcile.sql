-- name: StoreFoundDifference :one
-- Updates an item that is found again, and reopens it if a run had ended it. An item that operators ended
-- stays ended. Returns its outcome, or ''.
with open as (
    insert into difference as d (id, company, reference, reason, said, amount, ours, currency, their_id, bank, account, name, at, member_id, found_at, checked_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, sqlc.arg(now)::timestamptz, sqlc.arg(now)::timestamptz)
    on conflict on constraint difference_once do update
    set said = excluded.said, amount = excluded.amount, ours = excluded.ours, their_id = excluded.their_id, member_id = excluded.member_id,
        outcome = '', done_at = null, checked_at = excluded.checked_at
    where d.outcome in ('', 'AGREED')
    returning d.id
)
select coalesce((
    select k.outcome from difference k
    where k.company = $2 and k.reference = $3 and k.reason = $4 and not exists (select from open)
), '')::text as outcome;

-- name: EndAgreedDifferences :execrows
-- Ends the open items of a run's period that the run did not find again.
update difference set outcome = 'AGREED', done_at = sqlc.arg(now)::timestamptz
where company = sqlc.arg(company) and done_at is null and checked_at < sqlc.arg(began)::timestamptz and at >= sqlc.arg(since)::timestamptz;

-- name: LockDifference :one
select * from difference where id = $1 for update;

-- name: EndDifference :exec
update difference set outcome = $2, note = $3, decided_by = $4, member_id = coalesce($5, member_id), done_at = $6 where id = $1;

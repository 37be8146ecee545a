-- name: SeenAdd :exec
insert into reconcile_seen (run, reference) select sqlc.arg(run)::uuid, unnest(sqlc.arg(refs)::text[]) on conflict do nothing;

-- name: SeenForget :exec
-- Of this walk, and of those that were killed.
delete from reconcile_seen where run = sqlc.arg(run)::uuid or at < now() - interval '1 day';

-- name: DifferencesOf :many
select * from difference where company = $1 and reference = $2 for update;

-- name: DifferenceAdd :execrows
insert into difference (id, company, reference, reason, said, amount, ours, currency, their_id, bank, account, name, at, member_id, found_at, checked_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, sqlc.arg(now)::timestamptz, sqlc.arg(now)::timestamptz)
on conflict (company, reference, reason) do nothing;

-- name: DifferenceAgain :exec
-- Found again: what the company says of it by now. One that had been ended by a
-- walk is open again.
update difference set reason = $2, said = $3, amount = $4, ours = $5, their_id = $6, member_id = $7, outcome = '', done_at = null, checked_at = sqlc.arg(now)::timestamptz
where id = $1;

-- name: DifferencesAgreed :execrows
-- Open ones of a walk's time that the walk did not find any more.
update difference set outcome = 'AGREED', done_at = sqlc.arg(now)::timestamptz
where company = sqlc.arg(company) and done_at is null and checked_at < sqlc.arg(began)::timestamptz and at >= sqlc.arg(since)::timestamptz;

-- name: DifferenceLock :one
select * from difference where id = $1 for update;

-- name: DifferenceEnd :exec
update difference set outcome = $2, note = $3, decided_by = $4, member_id = coalesce($5, member_id), done_at = $6 where id = $1;

-- name: PayoutWait :one
select since, reason, lost_from, ended_at, ended_lost_from, ended_since from payout_wait;

-- name: PayoutWaitSet :exec
-- A wait that is there already goes on, from the earlier loss.
update payout_wait set since = sqlc.arg(now)::timestamptz, reason = sqlc.arg(reason), lost_from = least(lost_from, sqlc.arg(lost_from)::timestamptz);

-- name: PayoutWaitEnd :execrows
-- Of this very wait: another one may have begun meanwhile. What was lost before an earlier wait may still come to light.
update payout_wait set since = null, reason = '', lost_from = null, ended_at = sqlc.arg(now)::timestamptz, ended_since = since,
    ended_lost_from = least(lost_from, case when ended_at > sqlc.arg(earlier)::timestamptz then ended_lost_from end)
where since = sqlc.arg(since)::timestamptz;

-- name: GuardWait :one
select sqlc.arg(code)::text from payout_wait where since is not null;

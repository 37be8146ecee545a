-- name: GetPayoutPause :one
select since, reason, lost_from, ended_at, ended_lost_from, ended_since from payout_wait;

-- name: SetPayoutPause :exec
-- If a pause exists, it continues, with the earlier lost_from.
update payout_wait set since = sqlc.arg(now)::timestamptz, reason = sqlc.arg(reason), lost_from = least(lost_from, sqlc.arg(lost_from)::timestamptz);

-- name: EndPayoutPause :execrows
-- Ends only the pause that began at since. Losses before an earlier pause may still be found.
update payout_wait set since = null, reason = '', lost_from = null, ended_at = sqlc.arg(now)::timestamptz, ended_since = since,
    ended_lost_from = least(lost_from, case when ended_at > sqlc.arg(earlier)::timestamptz then ended_lost_from end)
where since = sqlc.arg(since)::timestamptz;

-- name: GuardPaused :one
select sqlc.arg(code)::text from payout_wait where since is not null;

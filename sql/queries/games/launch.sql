-- name: InsertLaunch :execrows
insert into game_launch (number, member_id, slot_code, created_at) values ($1, $2, $3, $4) on conflict do nothing;

-- name: StoreLaunchOpening :exec
update game_launch set opening = $2, refused = $3 where number = $1 and opening is null and refused = '';

-- name: TakeLaunch :one
-- Returns an opening once. While it is not ready, the caller asks again.
update game_launch set taken_at = case when opening is not null or refused <> '' then sqlc.arg(now)::timestamptz end
where number = sqlc.arg(number) and taken_at is null and created_at > sqlc.arg(since)::timestamptz
returning opening, refused, slot_code;

-- name: IsLaunchOver :one
-- Whether the launch was already taken or is too old. A launch that was stored after TakeLaunch found none is not over.
select exists (
    select from game_launch where number = sqlc.arg(number) and (taken_at is not null or created_at <= sqlc.arg(since)::timestamptz)
)::boolean as is_over;

-- name: DeleteOldLaunches :exec
delete from game_launch where created_at < sqlc.arg(before)::timestamptz;

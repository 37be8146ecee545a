-- name: GuardPlay :one
-- Refuses if the member is excluded, or a linked account is (package person). A device that more than five members
-- use is no link here.
select c.code::text from (
    select 1 as rank, 'SELF_EXCLUDED' as code from play_closed p where p.member_id = sqlc.arg(member_id)::bigint and p.until > sqlc.arg(now)::timestamptz
    union all
    select 2, 'PLAY_IN_REVIEW' from same_person s join play_closed p on p.member_id = s.other_id
    where s.member_id = sqlc.arg(member_id) and not s.crowd and p.until > sqlc.arg(now)
) c order by c.rank limit 1;

-- name: GuardExcluded :one
select 'SELF_EXCLUDED'::text from play_closed where member_id = sqlc.arg(member_id)::bigint and until > sqlc.arg(now)::timestamptz limit 1;

-- name: ListExclusionsAfter :many
-- Exclusions after an id, in the order of their commits.
select id, member_id, begins_at from exclusion where id > sqlc.arg(after) order by id limit sqlc.arg(most);

-- name: ListExclusions :many
-- All exclusions of a member, the newest first.
select * from exclusion where member_id = $1 order by id desc;

-- name: LockExclusionOrder :exec
-- Locks until the commit, so that ids are in the order of the commits, and a reader that follows the ids misses
-- none.
select pg_advisory_xact_lock(hashtext('exclusion'));

-- name: InsertExclusion :exec
insert into exclusion (member_id, kind, begins_at, ends_at) values ($1, $2, $3, $4);

-- name: CountCoolOffsSince :one
select count(*) from exclusion where member_id = sqlc.arg(member_id) and kind = 'COOL_OFF' and begins_at > sqlc.arg(since)::timestamptz;

-- name: RequestExclusionReturn :exec
update exclusion set asked_at = sqlc.arg(now)::timestamptz where member_id = sqlc.arg(member_id) and kind = 'EXCLUSION' and returned_at is null and asked_at is null;

-- name: StoreExclusionReturn :exec
update exclusion set returned_at = sqlc.arg(now)::timestamptz where member_id = sqlc.arg(member_id) and kind = 'EXCLUSION' and returned_at is null;

-- name: MarkExclusionSeen :execrows
update exclusion set seen_by = sqlc.arg(by)::bigint where id = sqlc.arg(id) and seen_by is null;

-- name: GetCareSettings :one
select * from care_wish where member_id = $1;

-- name: SetRealityInterval :exec
insert into care_wish (member_id, reality) values ($1, $2) on conflict (member_id) do update set reality = excluded.reality;

-- name: SetReviewTime :exec
insert into care_wish (member_id, reviewed_at) values ($1, $2) on conflict (member_id) do update set reviewed_at = excluded.reviewed_at;

-- name: SumMovesSince :one
-- The sums of a member's movements of money since a time, by kind.
select
    coalesce(sum(amount) filter (where type = 'deposit' and status = 'SUCCESS'), 0)::bigint as deposited,
    coalesce(sum(amount) filter (where type = 'withdraw' and status <> 'FAILED'), 0)::bigint as withdrawn,
    coalesce(sum(amount) filter (where type = 'transfer' and status <> 'FAILED' and to_kind = 'game' and from_kind = 'wallet'), 0)::bigint as into_games,
    coalesce(sum(amount) filter (where type = 'transfer' and status = 'SUCCESS' and to_kind = 'wallet' and from_kind = 'game'), 0)::bigint as out_of_games
from statement_line where member_id = sqlc.arg(member_id) and created_at >= sqlc.arg(since)::timestamptz;

-- name: GetFirstMoneyDay :one
-- The first day on which a member's money moved.
select day from money_day where member_id = $1 order by day limit 1;

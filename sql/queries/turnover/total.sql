-- Queries about all money of a member. See the package's documentation.

-- name: GetMinimumTotal :one
-- The least that a member can have, by what is known now.
select (coalesce((select a.balance from account a where a.owner = sqlc.arg(member_id)::bigint and a.role = 'wallet'), 0)
    + coalesce((select sum(t.amount) from game_transfer t where t.member_id = sqlc.arg(member_id) and t.done_at is null and t.from_slot is null), 0)
    + coalesce((select sum(greatest(least(g.net, g.said), 0)) from member_game g where g.member_id = sqlc.arg(member_id)), 0))::bigint as least;

-- name: GetTotal :one
select member_total(sqlc.arg(member_id)::bigint)::bigint as total;

-- name: SumMoneyInGames :one
-- The member's money in games. A difference between our ledger and the provider's report counts as the member's.
select coalesce(sum(greatest(net, said, 0)), 0)::bigint from member_game where member_id = $1;

-- name: ListPlayedSlots :many
-- The games into which money of the member ever went.
select slot_code from member_game where member_id = $1 and (ever or said <> 0);

-- name: GetTransferState :one
-- Whether a transfer of the member with a game is in progress or in doubt, and the version of the last transfer's
-- line.
select (exists (select from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null)
        or exists (select from game_late l where l.member_id = sqlc.arg(member_id) and l.done_at is null))::boolean as moving,
    coalesce((select max(l.version) from statement_line l where l.member_id = sqlc.arg(member_id) and l.type = 'transfer'), 0)::bigint as moved;

-- name: CountUnreportedBalances :one
-- Counts the member's games whose provider has not reported the balance since a time.
select count(*) from member_game where member_id = sqlc.arg(member_id) and (ever or said <> 0) and (stale or asked_at is null or asked_at < sqlc.arg(since)::timestamptz);

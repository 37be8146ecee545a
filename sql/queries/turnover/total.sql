-- What a member has in all. See the package's text.

-- name: Least :one
-- The least that it can be, by what is known now.
select (coalesce((select a.balance from account a where a.owner = sqlc.arg(member_id)::bigint and a.role = 'wallet'), 0)
    + coalesce((select sum(t.amount) from game_transfer t where t.member_id = sqlc.arg(member_id) and t.done_at is null and t.from_slot is null), 0)
    + coalesce((select sum(greatest(least(g.net, g.said), 0)) from member_game g where g.member_id = sqlc.arg(member_id)), 0))::bigint as least;

-- name: Total :one
select member_total(sqlc.arg(member_id)::bigint)::bigint as total;

-- name: InGames :one
-- What lies in games, a difference included.
select coalesce(sum(greatest(net, said, 0)), 0)::bigint from member_game where member_id = $1;

-- name: Played :many
-- The games that money of a member's ever went into.
select slot_code from member_game where member_id = $1 and (ever or said <> 0);

-- name: Moving :one
-- Whether money of a member's is on its way to or from a game, or in doubt there; and
-- the version of what moved last.
select (exists (select from game_transfer t where t.member_id = sqlc.arg(member_id)::bigint and t.done_at is null)
        or exists (select from game_late l where l.member_id = sqlc.arg(member_id) and l.done_at is null))::boolean as moving,
    coalesce((select max(l.version) from statement_line l where l.member_id = sqlc.arg(member_id) and l.type = 'transfer'), 0)::bigint as moved;

-- name: Unheard :one
-- Games that have not said what a member has there since a moment.
select count(*) from member_game where member_id = sqlc.arg(member_id) and (ever or said <> 0) and (stale or asked_at is null or asked_at < sqlc.arg(since)::timestamptz);

-- name: FlowAdd :exec
-- Money that came, or left (below zero). The wallet's lock is held.
insert into coin_flow as f (member_id, currency, net, mark)
select sqlc.arg(member_id)::bigint, sqlc.arg(currency)::text, sqlc.arg(amount)::bigint, greatest(sqlc.arg(amount)::bigint, 0) where allowed()
on conflict (member_id) do update set net = f.net + excluded.net, mark = greatest(f.mark, f.net + excluded.net);

-- name: FlowsDue :many
-- Who has coins to get, at one for so much.
select member_id from coin_flow where currency = sqlc.arg(currency) and mark - counted >= sqlc.arg(per)::bigint
order by mark - counted desc limit 500;

-- name: FlowLock :one
select * from coin_flow where member_id = $1 for update;

-- name: FlowCounted :exec
update coin_flow set counted = counted + sqlc.arg(counted)::bigint, coins = coins + sqlc.arg(coins)::bigint where member_id = sqlc.arg(member_id);

-- name: FlowGiven :exec
-- Coins that no deposit was made for.
insert into coin_flow as f (member_id, currency, coins) values (sqlc.arg(member_id), sqlc.arg(currency), sqlc.arg(coins))
on conflict (member_id) do update set coins = f.coins + excluded.coins;

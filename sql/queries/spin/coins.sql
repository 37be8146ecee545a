-- name: AddToFlow :exec
-- Adds money that came in, or went out (below 0). Callers hold the wallet's lock.
insert into coin_flow as f (member_id, currency, net, mark)
select sqlc.arg(member_id)::bigint, sqlc.arg(currency)::text, sqlc.arg(amount)::bigint, greatest(sqlc.arg(amount)::bigint, 0) where allowed()
on conflict (member_id) do update set net = f.net + excluded.net, mark = greatest(f.mark, f.net + excluded.net);

-- name: ListDueFlows :many
-- Members who have earned at least one coin. per is the amount for one coin.
select member_id from coin_flow where currency = sqlc.arg(currency) and least(mark, played) - counted >= sqlc.arg(per)::bigint
order by least(mark, played) - counted desc limit 500;

-- name: LockPlaysMark :one
select plays from spin_mark for update;

-- name: SetPlaysMark :exec
update spin_mark set plays = $1;

-- name: UpdatePlayedFlows :exec
-- Recomputes the turnover of some members; repeating it changes nothing. numeric: a provider could overflow a bigint.
with sums as materialized (
    select d.member_id, min(s.currency) as currency, least(greatest(sum(d.valid::numeric * s.share) / 100, 0), 9000000000000000)::bigint as played
    from game_day d join slot s on s.code = d.slot_code
    where d.member_id = any(sqlc.arg(members)::bigint[]) group by d.member_id
)
insert into coin_flow as f (member_id, currency, played) select member_id, currency, played from sums order by member_id
on conflict (member_id) do update set played = excluded.played where f.played <> excluded.played;

-- name: LockFlow :one
select * from coin_flow where member_id = $1 for update;

-- name: AddCountedCoins :exec
update coin_flow set counted = counted + sqlc.arg(counted)::bigint, coins = coins + sqlc.arg(coins)::bigint where member_id = sqlc.arg(member_id);

-- name: AddGivenCoins :exec
-- Adds coins that were given without a deposit.
insert into coin_flow as f (member_id, currency, coins) values (sqlc.arg(member_id), sqlc.arg(currency), sqlc.arg(coins))
on conflict (member_id) do update set coins = f.coins + excluded.coins;

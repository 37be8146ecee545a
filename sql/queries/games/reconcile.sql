-- Queries of the comparison with the providers.

-- name: ListPlayedSlots :many
-- Every slot with an active account, listed or not.
select * from slot s where exists (select from game_account a where a.slot_code = s.code and a.state = 'ACTIVE') order by s.position, s.code;

-- name: ListLegsToCompare :many
-- A page of calls that a slot's provider may have carried out. They belong to transfers of the comparison's
-- period, and to unfinished transfers.
select sqlc.embed(l), t.member_id, t.amount, t.currency, coalesce(t.seq, 0)::bigint as seq, t.state, (e.leg_id is not null)::boolean as late, (e.done_at is not null)::boolean as settled
from game_transfer t join game_leg l on l.transfer_id = t.id left join game_late e on e.leg_id = l.id
where l.slot_code = sqlc.arg(slot_code)::text and l.sends > 0 and t.found_at is null and t.created_at < sqlc.arg(until)::timestamptz
  and (t.created_at >= sqlc.arg(since)::timestamptz or t.done_at is null) and t.seq > sqlc.arg(after)::bigint
order by t.seq limit 5000;

-- name: VerifyProviders :one
-- Slots whose ledger account differs from the sum of the provider's done calls and of what was booked back.
with moved as (
    select account, sum(amount) as amount from (
        select credit_id as account, amount from transfer where credit_id < 1000
        union all
        select debit_id, -amount from transfer where debit_id < 1000
    ) as house_legs group by account
), called as (
    select l.slot_code, sum(case when l.into_game then t.amount else -t.amount end) as amount
    from game_leg l join game_transfer t on t.id = l.transfer_id
    left join game_late e on e.leg_id = l.id
    where l.ended = 'DONE' or e.leg_id is not null
    group by l.slot_code
), booked_back as (
    select slot_code, sum(amount) as amount from game_settled where booked_id is not null group by slot_code
)
select count(*) from slot s
left join moved m on m.account = s.house + case when s.currency = 'LAK' then 500 else 0 end
left join called c on c.slot_code = s.code
left join booked_back b on b.slot_code = s.code
where coalesce(m.amount, 0) <> coalesce(c.amount, 0) + coalesce(b.amount, 0);

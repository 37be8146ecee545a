-- name: EnsureQRMember :exec
insert into qr_member (member_id) values ($1) on conflict do nothing;

-- name: LockQRMember :one
select member_id from qr_member where member_id = $1 for update;

-- name: InsertOrder :exec
insert into qr_order (reference, member_id, provider, amount, currency, repeats, created_at, ask_at)
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: EndOpenOrders :many
-- Ends the codes of a member that are shown or being made, since another code replaces them.
update qr_order set state = case when expires_at <= sqlc.arg(now)::timestamptz then 'EXPIRED' else 'CANCELLED' end,
    ended_at = sqlc.arg(now)::timestamptz, ask_at = sqlc.arg(now)::timestamptz
where member_id = $1 and state in ('CREATING', 'LIVE')
returning reference, provider;

-- name: CountOrdersSince :one
select count(*) as made, coalesce(min(created_at), now())::timestamptz as oldest from qr_order where member_id = $1 and created_at > $2;

-- name: GetOrder :one
select * from qr_order where reference = $1;

-- name: LockOrder :one
select * from qr_order where reference = $1 for update;

-- name: LockOrderByID :one
select * from qr_order where id = $1 for update;

-- name: GetRepeatOfOrder :one
select * from qr_order where repeats = $1;

-- name: GetShownOrder :one
select * from qr_order where member_id = $1 and provider = $2 and state = 'LIVE' and expires_at > $3;

-- name: StoreGatewayResponse :exec
-- Stores the gateway's response even if the order has ended, since the gateway is asked by its own name of
-- the order.
update qr_order set state = $2, provider_id = $3, payload = $4, picture = $5, pay_amount = $6, expires_at = $7, ended_at = $8, refusal = $9, ask_at = $10
where reference = $1;

-- name: EndOrder :exec
update qr_order set state = $2, refusal = $3, ended_at = coalesce(ended_at, $4), ask_at = $5 where reference = $1;

-- name: StoreProviderID :exec
update qr_order set provider_id = $2 where reference = $1 and provider_id = '';

-- name: MarkOrderWithdrawn :exec
update qr_order set withdrawn = true where reference = $1;

-- name: StoreOrderAsked :exec
update qr_order set asked_at = coalesce($2, asked_at), ask_at = $3 where reference = $1;

-- name: MarkOrderDoubted :exec
update qr_order set state = $2, doubt = $3, doubted_at = case when doubt = '' then $4 else doubted_at end, paid_amount = coalesce(paid_amount, $5), ended_at = coalesce(ended_at, $4)
where reference = $1;

-- name: MarkOrderPaid :exec
update qr_order set state = 'PAID', paid_amount = $2, transfer_id = $3, decided_by = $4, ended_at = coalesce(ended_at, $5),
    doubt = '', doubted_at = null, ask_at = null
where reference = $1;

-- name: StoreDecision :exec
update qr_order set state = $2, decided_by = $3, doubt = '', ask_at = null where reference = $1;

-- name: ListOverdueOrders :many
select reference, provider from qr_order where ask_at < $1 order by ask_at limit 200;

-- name: VerifyOrders :one
-- Counts paid orders without their transfer or with another amount, and transfers from a gateway's account
-- without an order.
select (select count(*) from qr_order o left join transfer t on t.id = o.transfer_id
        where o.state = 'PAID' and (t.id is null or t.amount <> o.paid_amount or t.currency <> o.currency))
     + (select count(*) from transfer t where (t.debit_id between 7 and 11 or t.debit_id between 507 and 511)
        and not exists (select from qr_order o where o.transfer_id = t.id));

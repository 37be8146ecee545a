-- name: MemberWalletLock :one
-- The member's wallet, for the rest of the transaction.
select id, balance from account where owner = $1 and kind = 'wallet' order by id limit 1 for no key update;

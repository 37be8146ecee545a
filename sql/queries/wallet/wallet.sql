-- name: GetWalletAndPending :one
-- A member's wallet, and the sum that PENDING lines hold. Money that is held for return was never in the
-- wallet, and is not in the sum.
select a.balance, a.currency, coalesce((
        select sum(l.amount) from statement_line l
        where l.member_id = a.owner and l.status = 'PENDING' and l.transfer_id is not null and l.type in ('transfer', 'withdraw')
            and not is_found(l.id)), 0)::bigint as on_the_way
from account a where a.owner = sqlc.arg(member_id)::bigint and a.role = 'wallet';

-- name: GuardLineExists :one
select sqlc.arg(code)::text from statement_line where id = sqlc.arg(id)::uuid;

-- name: WithdrawalsSent :many
select id, state, amount from withdrawal where sent_at >= $1 order by sent_at;

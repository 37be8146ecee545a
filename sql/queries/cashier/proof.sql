-- name: ProofAdd :exec
insert into payout_proof (member_id, bank_code, account_no, account_name, via, proved_at) values ($1, $2, $3, $4, $5, $6)
on conflict do nothing;

-- name: InsertPayoutProof :exec
-- A proof by a deposit replaces another proof.
insert into payout_proof (member_id, bank_code, account_no, account_name, via, by_deposit, proved_at)
select sqlc.arg(member_id), sqlc.arg(bank_code), sqlc.arg(account_no), sqlc.arg(account_name), sqlc.arg(via)::proof_via, sqlc.arg(by_deposit), sqlc.arg(proved_at)
where not exists (select from payout_proof p where p.member_id = sqlc.arg(member_id) and p.bank_code = sqlc.arg(bank_code) and p.account_no = sqlc.arg(account_no)
    and p.account_name = sqlc.arg(account_name) and (p.by_deposit or not sqlc.arg(by_deposit)))
on conflict (member_id, bank_code, account_no, account_name) do update set by_deposit = payout_proof.by_deposit or excluded.by_deposit;

-- name: InsertPrintedName :exec
-- Stores at most a given number of names per account.
insert into printed_name (member_id, bank_code, account_no, name, via, printed_at)
select sqlc.arg(member_id), sqlc.arg(bank_code), sqlc.arg(account_no), sqlc.arg(name), sqlc.arg(via), sqlc.arg(printed_at)
where (select count(*) from printed_name p where p.member_id = sqlc.arg(member_id) and p.bank_code = sqlc.arg(bank_code) and p.account_no = sqlc.arg(account_no)) < sqlc.arg(most)::int
on conflict do nothing;

-- name: ListHolders :many
-- The members of a bank whose registered account matches a LIKE pattern, and whose holder's name in capitals
-- contains a part, which may be empty. With each member's proof and printed names.
select m.id, m.public_id, m.bank_account_no as account_no, m.bank_account_name as account_name, h.proved, h.printed
from member m join bank b on b.code = m.bank_code
cross join lateral (select
    exists (select from payout_proof p where p.member_id = m.id and p.bank_code = m.bank_code and p.account_no = m.bank_account_no
        and p.account_name = m.bank_account_name and p.by_deposit) as proved,
    array(select n.name from printed_name n where n.member_id = m.id and n.bank_code = m.bank_code and n.account_no = m.bank_account_no)::text[] as printed) h
where b.number = sqlc.arg(bank_number) and m.bank_account_no like sqlc.arg(pattern)::text and strpos(upper(m.bank_account_name), sqlc.arg(part)::text) > 0
order by m.id limit sqlc.arg(most)::int;

-- name: ListOddNames :many
-- Members whose account's holder has a name that no bank prints. Uses the index member_odd_name.
select m.created_at, v.seen as member from member m join member_seen v on v.id = m.id
where m.bank_account_name !~ '[A-Za-zÀ-ÖØ-öø-ɏก-ฮກ-ຮ]' and (m.created_at, m.public_id collate "C") > (sqlc.arg(after)::timestamptz, sqlc.arg(after_id)::text)
and sqlc.arg(member)::bigint in (0, m.id)
order by m.created_at, m.public_id collate "C" limit sqlc.arg(most)::int;

-- name: CountOddNames :one
select count(*), coalesce(min(created_at), 'epoch')::timestamptz as oldest from member
where bank_account_name !~ '[A-Za-zÀ-ÖØ-öø-ɏก-ฮກ-ຮ]';

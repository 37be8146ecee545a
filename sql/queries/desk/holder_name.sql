-- name: OddNames :many
-- Members whose account's holder has a name that no bank prints: the index member_odd_name.
select m.created_at, v.seen as member from member m join member_seen v on v.id = m.id
where m.bank_account_name !~ '[A-Za-zÀ-ÖØ-öø-ɏก-ฮກ-ຮ]' order by m.id limit sqlc.arg(most);

-- name: OddNamesCount :one
select count(*), coalesce(min(created_at), 'epoch')::timestamptz as oldest from member
where bank_account_name !~ '[A-Za-zÀ-ÖØ-öø-ɏก-ฮກ-ຮ]';

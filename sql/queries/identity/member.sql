-- name: InsertMember :one
insert into member (public_id, phone, name, password_hash, currency, source_code, invited_by, bank_code, bank_account_name, bank_account_no, version, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11)
returning id;

-- name: GetMember :one
select * from member where id = $1;

-- name: GetMemberWithCoins :one
-- The member, with the coins in the member's points account.
select sqlc.embed(m), coalesce(a.balance, 0)::bigint as coins from member m
left join account a on a.owner = m.id and a.kind = 'coins' and a.currency = 'COIN' and a.role = 'points'
where m.id = $1;

-- name: GetMemberByPhone :one
select * from member where phone = $1;

-- name: GetMemberWithBank :one
select m.id, m.public_id, m.active, m.currency, m.bank_code, coalesce(b.number, '')::text as bank_number,
    m.bank_account_no as account_no, m.bank_account_name as account_name
from member m left join bank b on b.code = m.bank_code where m.id = $1;

-- name: GetMemberByPublicID :one
select m.id, m.public_id, m.active, m.currency, m.bank_code, coalesce(b.number, '')::text as bank_number,
    m.bank_account_no as account_no, m.bank_account_name as account_name
from member m left join bank b on b.code = m.bank_code where m.public_id = $1;

-- name: HasMemberWithPhoneOrAccount :one
-- Whether a phone, and a bank account, belong to a member already.
select exists (select from member m where m.phone = sqlc.arg(phone)) as phone,
       exists (select from member m where m.bank_code = sqlc.arg(bank_code) and m.bank_account_no = sqlc.arg(bank_account_no)) as bank;

-- name: SetMemberVersion :exec
update member set version = $2 where id = $1;

-- name: RenameMember :exec
update member set name = $2, version = $3 where id = $1;

-- name: SetBankAccountName :exec
update member set bank_account_name = $2, version = $3 where id = $1;

-- name: SetPassword :exec
update member set password_hash = $2 where id = $1;

-- name: LockMember :one
-- Not "for update", which would block every insert that references the member: a deposit's line is written while
-- its transaction holds the member's version.
select * from member where id = $1 for no key update;

-- name: MarkPasswordReset :exec
update member set password_reset_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id);

-- name: ListMembersByKey :many
-- Members by phone, _id or account number. digits is the searched text without spaces and dashes.
select id, public_id, phone, name, bank_code, bank_account_name, bank_account_no, currency, active from member
where id in (
    select m.id from member m where m.phone = sqlc.arg(digits)::text
    union all select m.id from member m where m.public_id = upper(sqlc.arg(text)::text)
    union all select m.id from member m where m.bank_account_no = sqlc.arg(digits))
order by id desc limit 20;

-- name: ListNewestMembersByName :many
-- Members by a part of the account's name or of the member's name, among the newest 5,000. That is enough for a part
-- that many names have. Text without capital and small letters, such as Thai, is compared by "like", which takes half
-- the time.
select id, public_id, phone, name, bank_code, bank_account_name, bank_account_no, currency, active
from (select * from member order by id desc limit 5000) m
where case when sqlc.arg(has_case)::boolean
    then m.bank_account_name ilike '%' || sqlc.arg(escaped)::text || '%' or m.name ilike '%' || sqlc.arg(escaped) || '%'
    else m.bank_account_name like '%' || sqlc.arg(escaped) || '%' or m.name like '%' || sqlc.arg(escaped) || '%' end
order by id desc limit 20;

-- name: ListMembersByName :many
-- Members by a part of the account's name or of the member's name, of at least three characters, by the trigrams of all
-- names.
with found as materialized (
    select m.id from member m
    where name_grams(m.bank_account_name || E'\n' || m.name) @> name_grams(sqlc.arg(text)::text)
        and case when sqlc.arg(has_case)::boolean
            then m.bank_account_name ilike '%' || sqlc.arg(escaped)::text || '%' or m.name ilike '%' || sqlc.arg(escaped) || '%'
            else m.bank_account_name like '%' || sqlc.arg(escaped) || '%' or m.name like '%' || sqlc.arg(escaped) || '%' end
)
select id, public_id, phone, name, bank_code, bank_account_name, bank_account_no, currency, active from member
where id in (select id from found order by id desc limit 20) order by id desc;

-- name: ListMembersByID :many
select id, public_id, phone, name, bank_code, bank_account_name, bank_account_no, currency, active from member where id = any(sqlc.arg(ids)::bigint[]);

-- name: SetPayoutAccount :exec
update member set bank_code = $2, bank_account_no = $3, bank_account_name = $4, version = $5 where id = $1;

-- name: GuardActive :one
-- Refuses if the member is not active or is frozen.
select 'INACTIVE_USER'::text from member where id = sqlc.arg(id)::bigint and (not active or frozen_until > sqlc.arg(now)::timestamptz);

-- name: GuardAccount :one
-- Refuses if the member's bank account is not the given one any more.
select 'STALE'::text from member
where id = sqlc.arg(id)::bigint and (bank_code, bank_account_no, bank_account_name) <> (sqlc.arg(bank_code)::text, sqlc.arg(account_no)::text, sqlc.arg(account_name)::text);

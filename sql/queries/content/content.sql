-- name: ListBanks :many
select * from bank order by position, code;

-- name: ListBanksOfCurrencies :many
select * from bank where currency = any(sqlc.arg(currencies)::text[]) order by currency desc, position, code;

-- name: GetBankByCode :one
select * from bank where code = $1;

-- name: GetBankByNumber :one
select * from bank where number = $1;

-- name: ListSources :many
select * from source order by position, code;

-- name: HasSource :one
select exists (select from source where code = $1);

-- name: ListDepositAccounts :many
select d.*, b.number as bank_number, b.name_th, b.name_en, b.name_lo from deposit_account d join bank b on b.code = d.bank_code
order by d.position, d.id;

-- name: ListOpenDepositWallets :many
select * from deposit_wallet where open order by position, id;

-- name: ListTexts :many
select * from page_text where kind = $1 order by position;

-- name: ListSettings :many
select * from setting;

-- name: GuardPaused :one
-- Returns the code while a payment method is paused.
select sqlc.arg(code)::text from setting where name = 'paused' and value @> to_jsonb(sqlc.arg(way)::text);

-- name: UpsertSetting :exec
insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value;

-- name: ListLookupVersions :many
select * from lookup_version order by lookup;

-- name: ListAllTexts :many
select * from page_text order by kind, position;

-- name: GetText :one
select * from page_text where kind = $1 and position = $2;

-- name: UpsertText :exec
insert into page_text (kind, position, th, lo, en, image) values ($1, $2, $3, $4, $5, $6)
on conflict (kind, position) do update set th = excluded.th, lo = excluded.lo, en = excluded.en, image = excluded.image;

-- name: DeleteText :execrows
delete from page_text where kind = $1 and position = $2;

-- name: GetDepositAccount :one
select * from deposit_account where bank_code = $1 and account_no = $2;

-- name: UpsertDepositAccount :exec
insert into deposit_account (bank_code, bank_type, mode, account_name, account_no, currency, open, position, lapnet, proxies) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (bank_code, account_no) do update
set bank_type = excluded.bank_type, mode = excluded.mode, account_name = excluded.account_name, currency = excluded.currency, open = excluded.open, position = excluded.position, lapnet = excluded.lapnet,
    proxies = excluded.proxies;

-- name: GetDepositWallet :one
select * from deposit_wallet where account_name = $1;

-- name: ListDepositWallets :many
select * from deposit_wallet order by position, id;

-- name: UpsertDepositWallet :exec
insert into deposit_wallet (account_name, mobile, mode, open, position) values ($1, $2, $3, $4, $5)
on conflict (account_name) do update set mobile = excluded.mobile, mode = excluded.mode, open = excluded.open, position = excluded.position;

-- name: UpsertBank :exec
insert into bank (code, number, currency, name_th, name_en, name_lo, recommended, position) values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (code) do update set number = excluded.number, currency = excluded.currency, name_th = excluded.name_th, name_en = excluded.name_en,
    name_lo = excluded.name_lo, recommended = excluded.recommended, position = excluded.position;


-- name: GetSource :one
select * from source where code = $1;

-- name: UpsertSource :exec
insert into source (code, th, lo, en, position) values ($1, $2, $3, $4, $5)
on conflict (code) do update set th = excluded.th, lo = excluded.lo, en = excluded.en, position = excluded.position;

-- name: DeleteSource :exec
delete from source where code = $1;

-- name: Banks :many
select * from bank order by position, code;

-- name: BankByCode :one
select * from bank where code = $1;

-- name: BankByNumber :one
select * from bank where number = $1;

-- name: Sources :many
select * from source order by position, code;

-- name: HasSource :one
select exists (select from source where code = $1);

-- name: DepositAccounts :many
select d.*, b.number as bank_number, b.name_th, b.name_en, b.name_lo from deposit_account d join bank b on b.code = d.bank_code
order by d.position, d.id;

-- name: DepositWallets :many
select * from deposit_wallet where open order by position, id;

-- name: Texts :many
select * from page_text where kind = $1 order by position;

-- name: Settings :many
select * from setting;

-- name: SettingPut :exec
insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value;

-- name: LookupVersions :many
select * from lookup_version order by lookup;

-- name: SeedLive :one
select * from spin_seed where member_id = $1 and revealed_at is null;

-- name: SeedAdd :exec
insert into spin_seed (id, member_id, wheel_id, sealed, hash, commitment, created_at) values ($1, $2, $3, $4, $5, $6, $7);

-- name: SeedSpun :exec
update spin_seed set spins = spins + 1, client_seed = $2 where id = $1;

-- name: RevealSeed :exec
-- Reveals a seed. From then on no spin is drawn with it.
update spin_seed set sealed = null, seed = sqlc.arg(seed)::bytea, revealed_at = sqlc.arg(now)::timestamptz where id = sqlc.arg(id);

-- name: MarkSeedsWentBack :exec
update spin_seed set went_back = true where revealed_at is null;

-- name: ListMembersWithOverdueSeed :many
-- Live seeds that are too old, or whose wheel is no longer in force.
select s.member_id from spin_seed s join wheel w on w.id = s.wheel_id
where s.revealed_at is null and (s.created_at < sqlc.arg(before)::timestamptz or w.ended_at is not null or s.went_back)
order by s.created_at limit 500;

-- name: SeedPage :many
select sqlc.embed(s), sqlc.embed(w) from spin_seed s join wheel w on w.id = s.wheel_id
where s.member_id = sqlc.arg(member_id) and s.spins > 0
order by s.created_at desc, s.id limit sqlc.arg(page_size) offset sqlc.arg(skip);

-- name: SeedCount :one
select count(*) from spin_seed where member_id = $1 and spins > 0;

-- name: ListSeedsToReseal :many
-- Live seeds that are sealed with another key than the given one.
select id, member_id, sealed from spin_seed where revealed_at is null and get_byte(sealed, 0) <> sqlc.arg(key)::int order by id limit 500;

-- name: SeedReseal :execrows
update spin_seed set sealed = sqlc.arg(sealed)::bytea where id = sqlc.arg(id) and sealed = sqlc.arg(old)::bytea;

-- name: InsertSpin :exec
insert into spin (id, seed_id, nonce, round, member_id, slice, key, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: GetSpin :one
select sqlc.embed(p), sqlc.embed(s), sqlc.embed(w) from spin p join spin_seed s on s.id = p.seed_id join wheel w on w.id = s.wheel_id
where p.id = $1 and p.member_id = $2;

-- name: ListSpinsOfSeeds :many
select * from spin where seed_id = any(sqlc.arg(seeds)::uuid[]) order by seed_id, nonce;

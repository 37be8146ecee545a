-- name: InsertProposal :exec
insert into proposal (id, kind, member_id, what, why, proposed_by, proposed_at) values ($1, $2, $3, $4, $5, $6, $7);

-- name: LockProposal :one
select * from proposal where id = $1 for update;

-- name: DecideProposal :exec
update proposal set state = $2, decided_by = $3, decided_at = $4 where id = $1;

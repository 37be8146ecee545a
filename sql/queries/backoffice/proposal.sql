-- name: ProposalAdd :exec
insert into proposal (id, kind, member_id, what, why, proposed_by, proposed_at) values ($1, $2, $3, $4, $5, $6, $7);

-- name: ProposalLock :one
select p.*, o.username as proposer from proposal p join operator o on o.id = p.proposed_by where p.id = $1 for update of p;

-- name: ProposalDecide :exec
update proposal set state = $2, decided_by = $3, decided_at = $4 where id = $1;

-- name: ProposalsOpen :many
select p.*, o.username as proposer from proposal p join operator o on o.id = p.proposed_by where p.state = 'OPEN' order by p.proposed_at limit 200;

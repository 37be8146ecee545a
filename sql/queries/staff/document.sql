-- name: GetLastEditionNumber :one
select coalesce(max(edition), 0)::bigint from document_edition where kind = $1 and key = $2;

-- name: InsertEdition :exec
insert into document_edition (kind, key, edition, body, why, edited_by, proposal, edited_at) values ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: InsertFirstEdition :exec
-- Stores the body from before the first edit, as edition 0.
insert into document_edition (kind, key, edition, body, why, edited_by, edited_at)
values ($1, $2, 0, $3, '', '', $4) on conflict do nothing;

-- name: GetEditionBody :one
select body from document_edition where kind = $1 and key = $2 and edition = $3;

-- name: ListEditions :many
select e.edition, e.body, e.why, e.edited_by, e.edited_at, coalesce(o.username, '') as proposed_by
from document_edition e left join proposal p on p.id = e.proposal left join operator o on o.id = p.proposed_by
where e.kind = $1 and e.key = $2
order by e.edition desc limit 100;

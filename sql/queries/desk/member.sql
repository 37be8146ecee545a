-- name: GetMemberForOperators :one
select m.id, v.seen as member, m.name, m.phone, m.created_at, m.frozen_why, m.frozen_by, m.frozen_at
from member m join member_seen v on v.id = m.id where m.public_id = $1;

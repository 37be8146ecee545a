-- +goose Up

-- What operators edited as a whole (a setting, an account of ours, the terms of an offer, ...),
-- edition by edition. The domain's own table holds what is in force; this one holds the history.
create table document_edition (
    kind      text not null,
    key       text not null,
    edition   bigint not null check (edition >= 0), -- 0 is what was there before the first edit
    body      jsonb,                                -- null where it was removed, or was not there
    why       text not null,
    edited_by text not null,                        -- of two people the second
    proposal  uuid references proposal (id),        -- names the first of two people
    edited_at timestamptz not null,
    primary key (kind, key, edition)
);

-- +goose Down
drop table document_edition;

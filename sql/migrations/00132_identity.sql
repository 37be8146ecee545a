-- +goose Up

-- Operators search members by parts of names. Trigrams of pg_trgm contain no Thai under the C locale, so these are
-- our own: all substrings of three characters, in lower case.
-- +goose StatementBegin
create function name_grams(name text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct substr(lower(name), i, 3)), '{}') from generate_series(1, length(name) - 2) i
$$;
-- +goose StatementEnd
create index member_name_grams on member using gin (name_grams(bank_account_name || E'\n' || name));
create index member_account_no on member (bank_account_no);

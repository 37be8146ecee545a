-- +goose Up

-- The verdict of a transaction: the code of why its work must not be done, or ''.
-- It is set by a statement of its own, after the lock that makes others wait, so
-- that it sees what the lock's last holder wrote. What is written after it hangs
-- on allowed(). Where nobody asked for a verdict, all is allowed.
create function verdict() returns text language sql stable as
    $$ select coalesce(current_setting('krapao.verdict', true), '') $$;
create function allowed() returns boolean language sql stable as
    $$ select coalesce(current_setting('krapao.verdict', true), '') = '' $$;

-- +goose Down
drop function allowed;
drop function verdict;

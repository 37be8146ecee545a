-- +goose Up

-- Which installation this is: two that share a bus must not hear each other. A
-- restored copy is another one, so a backup leaves it out.
create table installation (
    one boolean primary key default true check (one),
    id  text not null default replace(gen_random_uuid()::text, '-', '')
);
insert into installation default values;

-- +goose Down
drop table installation;

-- The parts of the schema, one row each, in a fixed order. Comments, the names of "not null"
-- constraints, and the tables of goose and river are left out.
with ns as (select oid from pg_namespace where nspname = 'public'),
extension_objects as (select objid from pg_depend where deptype = 'e'),
parts as (
    select 'type ' || t.typname || ' ' || coalesce((select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), format_type(t.typbasetype, t.typtypmod)) as line
    from pg_type t where t.typnamespace in (select oid from ns) and t.typtype in ('e', 'd')
    union all
    select 'relation ' || c.relname || ' ' || c.relkind::text || ' ' || c.relpersistence::text || ' ' || coalesce(array_to_string(c.reloptions, ','), '') || ' ' || coalesce(pg_get_partkeydef(c.oid), '')
    from pg_class c where c.relnamespace in (select oid from ns) and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'column ' || c.relname || ' ' || row_number() over (partition by c.oid order by a.attnum) || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
        || case a.attgenerated when '' then '' else ' generated ' || a.attgenerated::text end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || case a.attstorage when t.typstorage then '' else ' storage ' || a.attstorage::text end
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace in (select oid from ns) and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    union all
    select 'constraint ' || coalesce(c.conrelid::regclass::text, c.contypid::regtype::text) || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c where c.connamespace in (select oid from ns) and c.contype <> 'n'
    union all
    select 'index ' || pg_get_indexdef(i.indexrelid) || coalesce(' with ' || array_to_string(c.reloptions, ','), '') from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace in (select oid from ns)
    union all
    select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace in (select oid from ns) and p.prokind in ('f', 'p') and p.oid not in (select objid from extension_objects)
    union all
    select 'aggregate ' || p.oid::regprocedure from pg_proc p where p.pronamespace in (select oid from ns) and p.prokind = 'a'
    union all
    select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace in (select oid from ns)
    union all
    select 'view ' || c.relname || ' ' || pg_get_viewdef(c.oid) from pg_class c where c.relnamespace in (select oid from ns) and c.relkind in ('v', 'm')
    union all
    select 'sequence ' || s.seqrelid::regclass || ' ' || s.seqtypid::regtype || ' ' || s.seqstart || ' ' || s.seqincrement || ' ' || s.seqmax || ' ' || s.seqcycle from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace in (select oid from ns)
    union all
    select 'rule ' || pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace in (select oid from ns) and r.rulename <> '_RETURN'
    union all
    select 'extension ' || extname from pg_extension where extname <> 'plpgsql'
)
select line from parts where line not like '%goose\_db\_version%' and line not like '%river\_%' order by line collate "C"

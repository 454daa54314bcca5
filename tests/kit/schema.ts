import type { Database } from '#server/infra/db/database.ts'

/** Our schemas in PostgreSQL's catalogue: a line per object, whatever the order of columns. */
export async function schemaOf(sql: Database): Promise<Record<string, string[]>> {
  const rows = await sql<{ kind: string; line: string }[]>`
    with ours as (
      select oid from pg_namespace where nspname in ('public', 'identity')
    ), relation as (
      select *, oid::regclass::text as name from pg_class
      where relnamespace in (select oid from ours) and oid not in (select objid from pg_depend where deptype = 'e')
    ), routine as (
      select * from pg_proc
      where pronamespace in (select oid from ours) and oid not in (select objid from pg_depend where deptype = 'e')
    ), acl as (
      select 'schema ' || nspname as name, coalesce(nspacl, acldefault('n', nspowner)) as acl from pg_namespace where oid in (select oid from ours)
      union all select 'relation ' || name, coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner))
      from relation where relkind <> 'i'
      union all select format('column %s.%s', name, attname), attacl from relation join pg_attribute on attrelid = relation.oid
      union all select 'routine ' || oid::regprocedure, coalesce(proacl, acldefault('f', proowner)) from routine
      union all select 'type ' || oid::regtype, coalesce(typacl, acldefault('T', typowner)) from pg_type
        where typnamespace in (select oid from ours)
      union all select 'default ' || oid, defaclacl from pg_default_acl
    )
    select 'extension' as kind, format('%s %s in %s', extname, extversion, extnamespace::regnamespace) as line from pg_extension
    union all
    select 'schema', format('%s of %s', nspname, nspowner::regrole) from pg_namespace where oid in (select oid from ours)
    union all
    select 'relation', format('%s %s of %s, row security %s forced %s, %s', relkind, name, relowner::regrole, relrowsecurity,
      relforcerowsecurity, reloptions) from relation
    union all
    select 'column', format('%s %s %s, null %s, identity %s, generated %s, default %s, collation %s, storage %s', name, attname,
      format_type(atttypid, atttypmod), not attnotnull,
      attidentity, attgenerated, pg_get_expr(adbin, adrelid), attcollation, attstorage)
    from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select 'constraint', format('%s on %s%s: %s', conname, nullif(conrelid, 0)::regclass, nullif(contypid, 0)::regtype,
      pg_get_constraintdef(oid)) from pg_constraint where connamespace in (select oid from ours)
    union all
    select 'index', format('%s, valid %s', pg_get_indexdef(indexrelid), indisvalid) from pg_index
    where indrelid in (select oid from relation)
    union all
    select 'type', format('%s %s of %s, null %s, default %s', oid::regtype, format_type(typbasetype, typtypmod), typowner::regrole,
      not typnotnull, typdefault) from pg_type where typtype in ('d', 'e') and typnamespace in (select oid from ours)
    union all
    select 'routine', format('of %s: %s', proowner::regrole, case when prokind = 'a'
        then (select format('%s adds %s to %s from %s, combined by %s, %s', routine.oid::regprocedure, aggtransfn,
          aggtranstype::regtype, agginitval, aggcombinefn, proparallel) from pg_aggregate where aggfnoid = routine.oid)
        else pg_get_functiondef(oid) end) from routine
    union all
    select 'trigger', format('%s, enabled %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger
    where not tgisinternal and tgrelid in (select oid from relation)
    union all
    select 'policy', format('%s on %s for %s to %s, permissive %s: %s, adding %s', polname, polrelid::regclass, polcmd,
      array(select case role when 0 then 'public' else role::regrole::text end from unnest(polroles) role), polpermissive,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
    union all
    select 'sequence', format('%s %s from %s by %s between %s and %s, cycle %s, cache %s, of %s', name, seqtypid::regtype, seqstart,
      seqincrement, seqmin, seqmax, seqcycle, seqcache, (select format('%s.%s', refobjid::regclass, attname)
        from pg_depend left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
        where classid = 'pg_class'::regclass and objid = relation.oid and deptype in ('a', 'i')
          and refclassid = 'pg_class'::regclass))
    from pg_sequence join relation on relation.oid = seqrelid
    union all
    select 'grant', format('%s on %s to %s by %s, grantable %s', privilege_type, name,
      case grantee when 0 then 'public' else grantee::regrole::text end, grantor::regrole, is_grantable)
    from acl, aclexplode(acl)
    order by 1, 2`
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return Object.fromEntries([...kinds].map(([kind, lines]) => [kind, lines.map(({ line }) => line)]))
}

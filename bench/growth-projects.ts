import type { Sql } from '#server/infra/db/database.ts'
import { names } from './growth-words.ts'

/** Each claim is one block; further blocks are held. */
export type Growth = { tenant: string; projects: number; claims: number; blocks: number }

/** Projects of staged assets are active. */
export async function fillProjects(tx: Sql, { tenant, projects, blocks }: Growth): Promise<void> {
  const developers = Math.ceil(projects * 0.39)
  const buyers = buyersOf(blocks)
  await tx`
    insert into account (tenant_id, id, name, kind, country, status)
    select ${tenant}, 'developer-' || n, pg_temp.company(n) || ' ' || n, 'proponent', ${oneOf(tx, names.countries)}, 'active'
    from generate_series(1, ${developers}::int) n
    union all
    select ${tenant}, 'buyer-' || n, pg_temp.company(n + 7) || ' ' || n, 'buyer', ${oneOf(tx, names.countries)}, 'active'
    from generate_series(1, ${buyers}::int) n`
  await tx`
    insert into methodology (tenant_id, id, name, version, status)
    select ${tenant}, 'methodology-' || n, 'VM' || lpad(n::text, 4, '0') || ' Grown methodology', '1.0', 'approved'
    from generate_series(1, 250) n`
  await tx`
    insert into project (tenant_id, id, account_id, number, name, description, kind, methodology_id, country, location, longitude, latitude,
      standard, status, start_date, created_at, changed_at)
    select ${tenant}, 'GROWN' || n, 'developer-' || 1 + floor(${developers} * power(pg_temp.share(n, 11), 2)), n,
      ${oneOf(tx, names.subjects)} || ' ' || (${names.places}::text[])[1 + n / 20 % ${names.places.length}] || ' ' || n,
      case when pg_temp.share(n, 12) < 0.36
        then repeat('A project of many words about forests, stoves and the people who look after them. ', 8) else '' end,
      'Afforestation/Reforestation', 'methodology-' || 1 + floor(250 * power(pg_temp.share(n, 13), 2)),
      ${oneOf(tx, names.countries)}, (${names.places}::text[])[1 + n % ${names.places.length}],
      case when n % 3 > 0 then pg_temp.share(n, 14) * 80 - 40 end, case when n % 3 > 0 then pg_temp.share(n, 15) * 60 - 30 end, 'VCS',
      case when a.project is not null then 'active' else
        (array['draft', 'pending', 'approved', 'approved', 'active', 'active', 'withdrawn', 'suspended'])[1 + n % 8] end,
      at::date, at, at
    from generate_series(1, ${projects}::int) n
    cross join lateral (select timestamptz '2008-01-01' + n * interval '18 years' / ${projects}::int as at) made
    left join (select distinct project from grown_asset) a on a.project = n`
}

export const buyersOf = (blocks: number): number => Math.min(20_000, Math.max(10, Math.ceil(blocks / 100)))

const oneOf = (tx: Sql, words: readonly string[]) => tx`(${[...words]}::text[])[1 + n % ${words.length}]`

/** Deterministic numbers and names. */
export async function makeHelpers(tx: Sql): Promise<void> {
  await tx.unsafe(`
    create or replace function pg_temp.share(n bigint, salt bigint) returns float8 language sql immutable
      return (hashint8extended(n, salt) & 16777215) / 16777216.0::float8;
    create or replace function pg_temp.link(previous bytea, canonical text) returns bytea language plpgsql immutable as $$
      begin return sha256(previous || convert_to(canonical, 'UTF8')); end $$;
    create or replace function pg_temp.movement(kind text, at timestamptz, key bigint) returns text language sql stable
      return to_char(at, 'YYYYMMDD') || left(md5(kind || key), 24);
    create or replace aggregate pg_temp.linked(text) (
      sfunc = pg_temp.link, stype = bytea, initcond = '\\x${'00'.repeat(32)}')`)
  await tx.unsafe(`
    create or replace function pg_temp.company(n bigint) returns text language sql immutable
      return concat_ws(' ', (${array(names.companies)})[1 + n % ${names.companies.length}],
        (${array(names.owners)})[1 + n / 7 % ${names.owners.length}],
        nullif((${array(names.forms)})[1 + n / 3 % ${names.forms.length}], ''))`)
  const letters = Array.from(
    { length: 10 },
    (_, place) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (bits >> ${5 * place} & 31)::int, 1)`,
  )
  await tx.unsafe(`
    create or replace function pg_temp.code(bits bigint) returns text language sql immutable
      return ${[...letters.slice(0, 5), "'-'", ...letters.slice(5)].join(' || ')}`)
}

const array = (words: readonly string[]) =>
  `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')}]`

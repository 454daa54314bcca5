import { type Database, type Fragment, literal, type Sql } from '#server/infra/db/database.ts'
import type { Search } from '#server/infra/db/forgiving.ts'
import { holdsAll } from '#server/infra/db/search.ts'
import { isSeen, type Viewer } from './seen.ts'

/** Words that no text visible to the viewer contains. */
export async function unknownWords(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  words: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select w.word from unnest(${[...words]}::text[]) as w (word)
    where not exists (
        select from search_document d
        where d.tenant_id = ${tenantId} and d.words like '%' || plain(w.word) || '%' and ${isSeen(sql, tenantId, viewer)})
      and not exists (select from claim c where c.tenant_id = ${tenantId} and c.words like '%' || plain(w.word) || '%')`
  return rows.map(({ word }) => word)
}

/** pg_trgm similarity (0 to 1) after a swap of two letters in a four-letter word. */
const leastLike = 0.1
const mostLike = 500

/** Most similar first. `mostWrong`: maximum length difference. */
export async function wordsLike(
  sql: Sql | Database,
  tenantId: string,
  { word, mostWrong }: { word: string; mostWrong: number },
): Promise<string[]> {
  const compare = async (tx: Sql) => {
    await tx`select set_config('pg_trgm.similarity_threshold', ${String(leastLike)}, true)`
    const rows = await tx<{ word: string }[]>`
      select k.word from search_word k
      where k.tenant_id = ${tenantId} and k.word % (select plain(${word}))
        and abs(length(k.word) - (select length(plain(${word})))) <= ${mostWrong}
      group by k.word order by similarity(k.word, (select plain(${word}))) desc, k.word limit ${literal(mostLike)}`
    return rows.map((row) => row.word)
  }
  return 'begin' in sql ? sql.begin(compare) : compare(sql)
}

/** Above this count, words are equally common. */
const mostCounted = 1_000

/** The nearest word that the viewer finds together with all terms; among equals, the most frequent. Null if none. */
export async function nearestHeld(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  words: readonly { word: string; distance: number }[],
  terms: Search['terms'],
): Promise<string | null> {
  // With `limit 1`, PostgreSQL scans text by text.
  const held = (table: Fragment, isFound: Fragment) => sql`(
    with held as materialized (
      select true from ${table} d
      where d.tenant_id = ${tenantId} and d.words like '%' || w.word || '%' and ${holdsAll(sql, sql`d.words`, terms)}
        and ${isFound}
      limit ${literal(mostCounted)}
    )
    select count(*) from held)`
  const [nearest] = await sql<{ word: string }[]>`
    select w.word
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ distance }) => distance)}::int[]) w (word, distance),
      lateral (
        select ${held(sql`search_document`, isSeen(sql, tenantId, viewer))} + ${held(sql`claim`, sql`true`)} as texts offset 0
      ) counted
    where texts > 0
    order by w.distance, texts desc, w.word limit 1`
  return nearest?.word ?? null
}

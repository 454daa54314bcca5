import { Readable } from 'node:stream'
import { type Wording, wordingIn } from '#server/infra/texts/texts.ts'
import { Written } from '#server/infra/written.ts'
import type { Column, Export } from '#shared/contract/export.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { csvText } from './csv-text.ts'
import { inTurn } from './gate.ts'
import type { Serve } from './serve.ts'
import type { Table } from './table.ts'

type Page<Row> = { items: readonly Row[]; nextCursor: string | null }

/**
 * Serves a list as a file. `read` returns a page; each page waits for its own place among all calls, so that a long file
 * holds neither a place nor a transaction. Failures of the first page are answered as usual; a later one cuts the file.
 */
export function serveExport<Input, Query, Row>(
  serve: Serve,
  file: Export<Input, Query, Row>,
  read: (call: { actor: Actor; query: Query }) => Promise<Page<Row> | Written<Page<Row>>>,
): void {
  const fileName = `${file.name
    .replace('export', '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase()}.csv`
  serve(file, async ({ actor, query, request, reply }) => {
    const { heads, ...filters } = query
    const asOf = new Date()
    const pageAt = async (cursor?: string) => {
      const page = await read({ actor, query: { ...filters, limit: limits.pageMax, cursor } as Query })
      return page instanceof Written ? page.value() : page
    }
    const first = await pageAt()
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    if (request.method === 'HEAD') return Readable.from([])
    const pages = pagesFrom(first, (cursor) => inTurn(request, () => pageAt(cursor)))
    return Readable.from(csvText(tableOf(file.columns, pages, asOf, heads ? wordingIn(heads) : null)))
  })
}

async function* pagesFrom<Row>(first: Page<Row>, next: (cursor: string) => Promise<Page<Row>>) {
  for (let page = first; ; page = await next(page.nextCursor)) {
    yield page.items
    if (page.nextCursor === null) return
  }
}

/** `wording` adds labels, and words beside codes. */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  asOf: Date,
  wording: Wording | null,
): Table {
  const all = wording ? columns.flatMap((column) => withWords(column, wording)) : columns
  return {
    columns: all.map(({ name, label }) => ({ name, label: wording?.t(label) ?? null })),
    parts: partsOf(pages, (row) => all.map(({ of }) => of(row, asOf))),
  }
}

async function* partsOf<Row>(pages: AsyncIterable<readonly Row[]>, valuesOf: (row: Row) => unknown[]) {
  for await (const rows of pages) yield rows.map(valuesOf)
}

/** A column of codes is followed by their words. */
function withWords<Row>(column: Column<Row>, { country, word }: Wording): Column<Row>[] {
  const { name, words, of } = column
  if (words === undefined) return [column]
  const wordOf = (code: unknown) =>
    typeof code !== 'string' || code === '' ? code : words === 'country' ? country(code) : word(words, code)
  return [column, { ...column, name: `${name}Label`, of: (row, asOf) => wordOf(of(row, asOf)) }]
}

import { z } from 'zod'
import { type Language, languages } from '#shared/rules/languages.ts'
import { permissions } from '#shared/rules/permissions.ts'
import type { TextKey } from '#shared/rules/text-key.ts'
import { csvPathOf } from './calls.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { bytes } from './fields.ts'

/** The language of a file's heads. */
export const heads = z
  .enum(languages)
  .optional()
  .describe(
    'for people: each head as `name (label)` with the label in this language, beside each code its word as `…Label`, and a byte order mark for spreadsheets',
  )

/** `words`: the value is a code, of a country or with a text in this group of texts. */
type Head = { label: TextKey; words?: string }
type Value<Row> = { of: (row: Row, asOf: Date) => unknown }
export type Column<Row> = Head & Value<Row> & { name: string }

/** By name; a column without `of` has the row's field of its name, and needs no more than a label. */
type Columns<Row, Name extends string> = {
  readonly [N in Name]: N extends keyof Row ? TextKey | (Head & Partial<Value<Row>>) : Head & Value<Row>
}

type Part = 'limit' | 'cursor'
type List<Input, Query, Row> = Endpoint & {
  query: z.ZodObject & z.ZodType<Query, Input>
  reply: z.ZodType<{ items: Row[] }>
}
type Whole<Query> = Omit<Query, Part> & { heads?: Language | undefined }
type WholeQuery<Input, Query> = z.ZodType<Whole<Query>, Whole<Input>>

/** The whole list as a file of `columns`. `Query` is the list's own. */
export type Export<Input, Query, Row> = Endpoint<
  z.ZodUndefined,
  WholeQuery<Input, Query>,
  z.ZodUndefined,
  typeof bytes
> & { columns: readonly Column<Row>[] }

/** Declares the CSV of a list: for the same callers, under the same filters, without pages. */
export function exportOf<Input, Query, Row extends object, Name extends string>(
  list: List<Input, Query, Row>,
  columns: Columns<Row, Name>,
): Export<Input, Query, Row> {
  const { limit, cursor, ...filters } = list.query.shape
  const named = Object.entries<TextKey | (Head & Partial<Value<Row>>)>(columns).map(([name, column]) => ({
    name,
    of: (row: Row) => Reflect.get(row, name),
    ...(typeof column === 'string' ? { label: column } : column),
  }))
  const all: Column<Row>[] = [...named, { name: 'asOf', label: 'columns.asOf', of: (_, asOf) => asOf.toISOString() }]
  return {
    ...endpoint({
      name: list.name.replace('list', 'export'),
      method: 'GET',
      path: csvPathOf(list),
      summary: `As CSV, whole and as a stream: ${list.summary}`,
      description: `A failure on the way cuts the connection before the end of the answer. The columns: ${all.map(({ name }) => `\`${name}\``).join(', ')}.`,
      access: list.access,
      query: z.strictObject({ ...filters, heads }) as unknown as WholeQuery<Input, Query>,
      reply: bytes,
      file: 'text/csv; charset=utf-8',
      ...(permissions[list.access].visitor !== 'none' && { isSearch: true }),
      failures: [...new Set([...list.failures, 'invalid'] as const)],
    }),
    columns: all,
  }
}

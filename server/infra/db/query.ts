import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import { giveUp, outageOf } from './outage.ts'
import { Fragment, preparedName, type Statement, type Value, writeTemplate } from './sql.ts'
import { valueReaders } from './values.ts'

/** The rows of an answer, and how many rows the statement found or changed. */
type Rows<List extends readonly unknown[]> = List & { count: number }

/** Lends a connection for some work; a pool's is given back afterwards, a transaction's is always the same one. */
export type Lend = <Result>(work: (client: pg.Client) => Promise<Result>) => Promise<Result>

/** A statement that is asked when somebody awaits it, once; within another template it is a part of that one. */
class Query<List extends readonly unknown[]> extends Fragment implements Promise<Rows<List>> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #lend: Lend
  readonly #prepares: boolean
  #asked: Promise<Rows<List>> | undefined

  constructor(lend: Lend, prepares: boolean, write: (into: Statement) => void) {
    super(write)
    this.#lend = lend
    this.#prepares = prepares
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement asks it.
  then<Kept = Rows<List>, Caught = never>(
    kept?: ((rows: Rows<List>) => Kept | PromiseLike<Kept>) | null,
    caught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    this.#asked ??= this.#ask()
    return this.#asked.then(kept, caught)
  }

  catch<Caught>(caught: (reason: unknown) => Caught | PromiseLike<Caught>): Promise<Rows<List> | Caught> {
    return this.then(null, caught)
  }

  finally(settled?: (() => void) | null): Promise<Rows<List>> {
    return this.then().finally(settled)
  }

  async #ask(): Promise<Rows<List>> {
    const { text, values } = this.statement()
    const name = this.#prepares ? preparedName(text) : undefined
    return this.#lend((client) => ask<List>(client, { name, text, values, types: valueReaders }))
  }

  /** The rows some at a time, in the order of the statement; memory does not grow with their number. */
  async *cursor(batchSize: number): AsyncGenerator<List[number][]> {
    const { text, values } = this.statement()
    const done = Promise.withResolvers<void>()
    const lent = Promise.withResolvers<pg.Client>()
    const working = this.#lend((client) => {
      lent.resolve(client)
      return done.promise
    })
    working.catch(lent.reject)
    const client = await lent.promise
    const cursor = client.query(new Cursor<List[number]>(text, values, { types: valueReaders }))
    try {
      for (;;) {
        const rows = await cursor.read(batchSize).catch((error: unknown) => Promise.reject(outageOf(error, client)))
        if (rows.length > 0) yield rows
        if (rows.length < batchSize) return
      }
    } finally {
      await cursor.close().catch(() => {})
      done.resolve()
      await working
    }
  }
}

type Question = { name?: string | undefined; text: string; values?: Value[]; types: pg.CustomTypesConfig }

/** Asks one statement on a connection. Text without values may hold several; the rows of the last one are returned. */
async function ask<List extends readonly unknown[]>(client: pg.ClientBase, question: Question): Promise<Rows<List>> {
  try {
    const answer: pg.QueryResult | pg.QueryResult[] = await client.query(question as pg.QueryConfig)
    const last = Array.isArray(answer) ? answer.at(-1) : answer
    return Object.defineProperty(last?.rows ?? [], 'count', { value: last?.rowCount ?? 0 }) as unknown as Rows<List>
  } catch (error) {
    throw outageOf(error, client)
  }
}

/** What a store asks with: a pool, a transaction or a connection of its own. */
export type Sql = {
  /** A statement; what stands in `${}` is a parameter unless it is a fragment. */
  <List extends readonly unknown[] = Record<string, unknown>[]>(
    texts: TemplateStringsArray,
    ...parts: readonly (Value | Fragment)[]
  ): Query<List>
  /** Text that is sent as it is, with nothing in it that came from a caller. Several statements may be in it. */
  unsafe<List extends readonly unknown[] = Record<string, unknown>[]>(text: string): Promise<Rows<List>>
  /** Runs `copy … from stdin`; ends when PostgreSQL has taken everything that `write` wrote. */
  copyIn(text: string, write: (into: Writable) => Promise<void>): Promise<void>
  /** Runs `copy … to stdout`. */
  copyOut(text: string, read: (from: Readable) => Promise<void>): Promise<void>
}

/** `prepares`: whether a connection is the same server's each time, so that it may keep prepared statements. */
export function sqlOn(lend: Lend, prepares: boolean): Sql {
  const template = <List extends readonly unknown[]>(
    texts: TemplateStringsArray,
    ...parts: readonly (Value | Fragment)[]
  ) => new Query<List>(lend, prepares, writeTemplate(texts, parts))
  return Object.assign(template, {
    unsafe: <List extends readonly unknown[]>(text: string) =>
      lend((client) => ask<List>(client, { text, types: valueReaders })),
    copyIn: (text: string, write: (into: Writable) => Promise<void>) =>
      lend((client) => write(client.query(copyFrom(text))).catch((error) => Promise.reject(outageOf(error, client)))),
    copyOut: (text: string, read: (from: Readable) => Promise<void>) =>
      lend((client) => copiedOut(client, read(client.query(copyTo(text))))),
  })
}

/** A copy that its reader breaks off leaves the rest of it on the connection, which would answer nothing else any more. */
async function copiedOut(client: pg.Client, copying: Promise<void>): Promise<void> {
  try {
    await copying
  } catch (error) {
    const thrown = outageOf(error, client)
    if (!(error instanceof pg.DatabaseError)) giveUp(client)
    throw thrown
  }
}

import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import { statements } from '#server/infra/watched/channels.ts'
import { giveUp, outageOf } from './outage.ts'
import { Fragment, preparedName, type Statement, type Value, writeTemplate } from './sql.ts'
import { valueReaders } from './values.ts'

/** `count`: rows found or changed. */
type Rows<List extends readonly unknown[]> = List & { count: number }

/** Lends a connection for one piece of work; a transaction always lends the same. */
export type Lend = <Result>(work: (client: pg.Client) => Promise<Result>) => Promise<Result>

/** Runs once, when awaited. In another template it is a fragment. */
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
  then<Fulfilled = Rows<List>, Rejected = never>(
    onFulfilled?: ((rows: Rows<List>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#asked ??= this.#ask()
    return this.#asked.then(onFulfilled, onRejected)
  }

  catch<Rejected>(onRejected: (reason: unknown) => Rejected | PromiseLike<Rejected>): Promise<Rows<List> | Rejected> {
    return this.then(null, onRejected)
  }

  finally(settled?: (() => void) | null): Promise<Rows<List>> {
    return this.then().finally(settled)
  }

  async #ask(): Promise<Rows<List>> {
    const { text, values } = this.statement()
    const name = this.#prepares ? preparedName(text) : undefined
    return this.#lend((client) => runQuestion<List>(client, { name, text, values, types: valueReaders }))
  }

  /** Batches in order, with constant memory. */
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

/** Text without values may hold several statements; returns the last one's rows. */
async function runQuestion<List extends readonly unknown[]>(
  client: pg.ClientBase,
  question: Question,
): Promise<Rows<List>> {
  try {
    const run = () => client.query(question as pg.QueryConfig)
    const answer: pg.QueryResult | pg.QueryResult[] = await statements.tracePromise(run, { text: question.text })
    const last = Array.isArray(answer) ? answer.at(-1) : answer
    return Object.defineProperty(last?.rows ?? [], 'count', { value: last?.rowCount ?? 0 }) as unknown as Rows<List>
  } catch (error) {
    throw outageOf(error, client)
  }
}

/** A pool, a transaction or a reserved connection. */
export type Sql = {
  /** A `${}` is a parameter unless it is a fragment. */
  <List extends readonly unknown[] = Record<string, unknown>[]>(
    texts: TemplateStringsArray,
    ...parts: readonly (Value | Fragment)[]
  ): Query<List>
  /** Never put callers' input into `text`. May hold several statements. */
  unsafe<List extends readonly unknown[] = Record<string, unknown>[]>(text: string): Promise<Rows<List>>
  copyIn(text: string, write: (into: Writable) => Promise<void>): Promise<void>
  /** Returns the result of `read`. */
  copyOut<Result>(text: string, read: (from: Readable) => Promise<Result>): Promise<Result>
}

/** `prepares`: connections keep prepared statements; false behind a pooler. */
export function sqlOn(lend: Lend, prepares: boolean): Sql {
  const template = <List extends readonly unknown[]>(
    texts: TemplateStringsArray,
    ...parts: readonly (Value | Fragment)[]
  ) => new Query<List>(lend, prepares, writeTemplate(texts, parts))
  return Object.assign(template, {
    unsafe: <List extends readonly unknown[]>(text: string) =>
      lend((client) => runQuestion<List>(client, { text, types: valueReaders })),
    copyIn: (text: string, write: (into: Writable) => Promise<void>) =>
      lend((client) => write(client.query(copyFrom(text))).catch((error) => Promise.reject(outageOf(error, client)))),
    copyOut: <Result>(text: string, read: (from: Readable) => Promise<Result>) =>
      lend((client) => copiedOut(client, read(client.query(copyTo(text))))),
  })
}

/** Unread data of an aborted copy makes the connection unusable. */
async function copiedOut<Result>(client: pg.Client, copying: Promise<Result>): Promise<Result> {
  try {
    return await copying
  } catch (error) {
    const thrown = outageOf(error, client)
    if (!(error instanceof pg.DatabaseError)) giveUp(client)
    throw thrown
  }
}

import { createHash } from 'node:crypto'

/** What PostgreSQL is sent for `$1`. Objects go as `json(…)`, so that an array is always an array of PostgreSQL. */
export type Value = string | number | bigint | boolean | null | Date | Uint8Array | Json | readonly Value[]

export class Json {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  /** How the driver writes it. */
  toPostgres(): string {
    return JSON.stringify(this.#value)
  }
}

/** A value as a parameter of type json or jsonb. */
export function json(value: unknown): Json {
  return new Json(value)
}

/** A statement as the driver takes it. */
export type Statement = { text: string; values: Value[] }

/** A part of a statement; other templates take it as it is, never as a parameter. */
export class Fragment {
  readonly #write: (into: Statement) => void

  constructor(write: (into: Statement) => void) {
    this.#write = write
  }

  writeTo(into: Statement): void {
    this.#write(into)
  }

  statement(): Statement {
    const statement: Statement = { text: '', values: [] }
    this.writeTo(statement)
    return statement
  }
}

/** The parts of a template, one after the other: fragments as text, everything else as a numbered parameter. */
export function writeTemplate(texts: readonly string[], parts: readonly (Value | Fragment)[]) {
  return (into: Statement): void => {
    texts.forEach((text, index) => {
      into.text += text
      if (index >= parts.length) return
      const part = parts[index] as Value | Fragment
      if (part instanceof Fragment) part.writeTo(into)
      else writeParameter(into, part)
    })
  }
}

function writeParameter(into: Statement, value: Value | undefined): void {
  if (value === undefined) throw new TypeError('A parameter of a statement is undefined; absent values are null.')
  into.values.push(value)
  into.text += `$${into.values.length}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The name of a table or column. */
export function identifier(name: string): Fragment {
  return new Fragment((into) => {
    into.text += quoted(name)
  })
}

/**
 * A whole number written into the text. Of a limit that is a parameter PostgreSQL thinks a tenth of all rows, so that a plan for
 * every call looks dear and it plans each call anew; one that it reads it plans for, once.
 */
export function literal(number: number): Fragment {
  if (!Number.isSafeInteger(number)) throw new TypeError(`${number} is no whole number.`)
  return new Fragment((into) => {
    into.text += String(number)
  })
}

/** Words written into the text, as a list in brackets: PostgreSQL proves by them that it may use a partial index. */
export function wordsIn(words: readonly string[]): Fragment {
  if (words.length === 0 || !words.every((word) => /^[a-z .]+$/i.test(word))) throw new TypeError('These are no words.')
  return new Fragment((into) => {
    into.text += `(${words.map((word) => `'${word}'`).join(', ')})`
  })
}

type Columns = Readonly<Record<string, Value>>

/** `("a", "b") values ($1, $2), …` of one row or several; the first row says which columns there are. */
export function inserted(rows: Columns | readonly Columns[]): Fragment {
  const list = Array.isArray(rows) ? (rows as readonly Columns[]) : [rows as Columns]
  const names = Object.keys(list[0] ?? {})
  if (names.length === 0) throw new TypeError('There is nothing to insert.')
  return new Fragment((into) => {
    into.text += `(${names.map(quoted).join(', ')}) values `
    list.forEach((row, index) => {
      into.text += index === 0 ? '(' : ', ('
      names.forEach((name, position) => {
        if (position > 0) into.text += ', '
        writeParameter(into, row[name])
      })
      into.text += ')'
    })
  })
}

/** `"a" = $1, "b" = $2`: what an update sets. */
export function assigned(row: Columns): Fragment {
  const names = Object.keys(row)
  if (names.length === 0) throw new TypeError('There is nothing to change.')
  return new Fragment((into) => {
    names.forEach((name, position) => {
      into.text += `${position > 0 ? ', ' : ''}${quoted(name)} = `
      writeParameter(into, row[name])
    })
  })
}

/** A connection keeps so many prepared statements; what comes later is planned at each call. */
const mostPrepared = 500
const prepared = new Map<string, string>()

/** The name under which a connection prepares a statement, the same for the same text; undefined beyond the bound. */
export function preparedName(text: string): string | undefined {
  const known = prepared.get(text)
  if (known !== undefined || prepared.size >= mostPrepared) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  prepared.set(text, name)
  return name
}

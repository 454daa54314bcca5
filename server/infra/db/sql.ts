import { createHash } from 'node:crypto'

/** Objects need `json(…)`; arrays are PostgreSQL arrays. */
export type Value = string | number | bigint | boolean | null | Date | Uint8Array | Json | readonly Value[]

export class Json {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  /** Called by the driver. */
  toPostgres(): string {
    return JSON.stringify(this.#value)
  }
}

export function json(value: unknown): Json {
  return new Json(value)
}

export type Statement = { text: string; values: Value[] }

/** SQL that templates insert as such, never as a parameter. */
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

export function identifier(name: string): Fragment {
  return new Fragment((into) => {
    into.text += quoted(name)
  })
}

/**
 * A number as text. For a parameter limit PostgreSQL assumes a tenth of all rows: generic plans look expensive and
 * every call is replanned.
 */
export function literal(number: number): Fragment {
  if (!Number.isSafeInteger(number)) throw new TypeError(`${number} is no whole number.`)
  return new Fragment((into) => {
    into.text += String(number)
  })
}

/** Words as text: PostgreSQL can match a partial index. */
export function wordsIn(words: readonly string[]): Fragment {
  if (words.length === 0 || !words.every((word) => /^[a-z .]+$/i.test(word))) throw new TypeError('These are no words.')
  return new Fragment((into) => {
    into.text += `(${words.map((word) => `'${word}'`).join(', ')})`
  })
}

type Columns = Readonly<Record<string, Value>>

/** `("a", "b") values ($1, $2), …`. The first row determines the columns. */
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

/** `"a" = $1, "b" = $2` for an update. */
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

/** Further ones are planned at each call. */
const mostPrepared = 500
const prepared = new Map<string, string>()

/** Undefined above the limit. */
export function preparedName(text: string): string | undefined {
  const known = prepared.get(text)
  if (known !== undefined || prepared.size >= mostPrepared) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  prepared.set(text, name)
  return name
}

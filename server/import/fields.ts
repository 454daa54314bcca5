import type { Objection } from './objection.ts'
import type { Source } from './staging.store.ts'

/** Collects what is wrong with a row's fields; callers must ignore values of wrong fields. */
export class Fields {
  readonly objections: Objection[] = []
  private readonly source: Source

  constructor(source: Source) {
    this.source = source
  }

  /** Unchanged; empty for an absent column. */
  text(column: string): string {
    return this.source[column] ?? ''
  }

  object(column: string, reason: string): void {
    this.objections.push({ column, value: this.text(column), reason })
  }

  needed(column: string): string {
    if (this.text(column) === '') this.object(column, 'is empty')
    return this.text(column)
  }

  /** 1 to 64 letters, digits, `_` and `-`: fit for URLs. */
  id(column: string): string {
    const text = this.needed(column)
    if (text !== '' && !/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
      this.object(column, 'is no id: letters, digits, "_" and "-", at most 64')
    }
    return text
  }

  /** From `least` to the largest integer exact in JSON. */
  wholeNumber(column: string, least: number): bigint {
    const text = this.needed(column)
    const value = /^\d{1,16}$/.test(text) ? BigInt(text) : null
    if (value !== null && value >= BigInt(least) && value <= BigInt(Number.MAX_SAFE_INTEGER)) return value
    if (text !== '') this.object(column, `is no whole number of at least ${least}`)
    return 0n
  }

  /** YYYY-MM-DD; null if empty. */
  day(column: string): string | null {
    const text = this.text(column)
    if (text === '') return null
    if (!isDay(text)) this.object(column, 'is no date, YYYY-MM-DD')
    return text
  }

  neededDay(column: string): string {
    this.needed(column)
    return this.day(column) ?? ''
  }

  /** Within ±limit; null if empty. */
  degrees(column: string, limit: number): number | null {
    const text = this.text(column)
    if (text === '') return null
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (!(Math.abs(value) <= limit)) this.object(column, `is no number of degrees from -${limit} to ${limit}`)
    return value
  }

  /** http or https only, because it becomes a link; null if empty. */
  webAddress(column: string): string | null {
    const text = this.text(column)
    if (text === '') return null
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) this.object(column, 'is no http or https address')
    return text
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

import type { Objection } from './objection.ts'
import type { Source } from './staging.store.ts'

/** Reads the fields of one row and gathers what is wrong with them; what it returns for a wrong field is never used. */
export class Fields {
  readonly objections: Objection[] = []
  private readonly source: Source

  constructor(source: Source) {
    this.source = source
  }

  /** The field byte for byte; empty when the column is absent. */
  text(column: string): string {
    return this.source[column] ?? ''
  }

  /** Notes what is wrong with a field. */
  object(column: string, reason: string): void {
    this.objections.push({ column, value: this.text(column), reason })
  }

  needed(column: string): string {
    if (this.text(column) === '') this.object(column, 'is empty')
    return this.text(column)
  }

  /** An id that can be ours and part of an address: 1 to 64 letters, digits, `_` and `-`. */
  id(column: string): string {
    const text = this.needed(column)
    if (text !== '' && !/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
      this.object(column, 'is no id: letters, digits, "_" and "-", at most 64')
    }
    return text
  }

  /** A whole number from `least` to the largest that JSON carries exactly. */
  wholeNumber(column: string, least: number): bigint {
    const text = this.needed(column)
    const value = /^\d{1,16}$/.test(text) ? BigInt(text) : null
    if (value !== null && value >= BigInt(least) && value <= BigInt(Number.MAX_SAFE_INTEGER)) return value
    if (text !== '') this.object(column, `is no whole number of at least ${least}`)
    return 0n
  }

  /** A day, YYYY-MM-DD, or null when the field is empty. */
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

  /** Degrees within ±limit, or null when the field is empty. */
  degrees(column: string, limit: number): number | null {
    const text = this.text(column)
    if (text === '') return null
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (!(Math.abs(value) <= limit)) this.object(column, `is no number of degrees from -${limit} to ${limit}`)
    return value
  }

  /** An http or https address, or null when the field is empty: it becomes a link. */
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

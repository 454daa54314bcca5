/** A table of a file: row n is `rows[n - 1]`. */
export interface Sheet {
  name: string
  rows: readonly (readonly string[])[]
  /** The file has further rows or columns. */
  isCut: boolean
}

/** What is drawn of a table; the file itself has all of it. */
export const shown = {
  rows: 10_000,
  columns: 200,
  rowsOfPage: 100,
  csvBytes: 5 * 1024 * 1024,
  /** A part of a workbook, unpacked: more is a mistake or an attack. */
  partBytes: 64 * 1024 * 1024,
} as const

/** The file is too large to be drawn. */
export class TooLarge extends Error {}

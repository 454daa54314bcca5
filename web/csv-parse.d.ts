/** The part of the package that is used here: its own types bring those of Node along. */
export function parse(
  text: string,
  options: {
    delimiter: string
    quote: '"' | null
    relax_quotes: boolean
    relax_column_count: boolean
    record_delimiter: string[]
    to: number
  },
): string[][]

/** The values of rows in the order of `columns`, whose labels are in a reader's language. For any format of file. */
export type Table = {
  columns: readonly { name: string; label: string | null }[]
  parts: AsyncIterable<readonly (readonly unknown[])[]>
}

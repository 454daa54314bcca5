/** What a serial number's label is built from; it is built from columns and never parsed. */
export type SerialParts = {
  prefix: string
  country: string
  projectNumber: number
  vintage: string
  batch: number
  first: bigint | number
  last: bigint | number
}

/** `{TENANT}-{CC}-{PROJECTNO}-{VINTAGE}-{BATCH}-{FIRST}-{LAST}`, the label of a range of units. */
export function serialLabel(parts: SerialParts): string {
  const { prefix, country, projectNumber, vintage, batch, first, last } = parts
  return [prefix, country, projectNumber, vintage, batch, first, last].join('-')
}

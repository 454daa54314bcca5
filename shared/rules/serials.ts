/** The label is built from columns and never parsed. */
export type SerialParts = {
  prefix: string
  country: string
  projectNumber: number
  vintage: string
  batch: number
  first: bigint | number
  last: bigint | number
}

/** `{TENANT}-{CC}-{PROJECTNO}-{VINTAGE}-{BATCH}-{FIRST}-{LAST}` */
export function serialLabel(parts: SerialParts): string {
  const { prefix, country, projectNumber, vintage, batch, first, last } = parts
  return [prefix, country, projectNumber, vintage, batch, first, last].join('-')
}

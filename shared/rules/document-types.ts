/** Three standard types (specification, section 3) and others. */
export const documentTypes = ['PDS', 'Measurement', 'Verification', 'Other'] as const
export type DocumentType = (typeof documentTypes)[number]

export function isDocumentType(type: string): type is DocumentType {
  return documentTypes.some((known) => known === type)
}

/** The part of the package that is used here: its own types bring those of Node along. */
export function create(
  text: string,
  options: { errorCorrectionLevel: 'M' },
): { modules: { size: number; data: Uint8Array } }

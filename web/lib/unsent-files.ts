/** Each form sends its files and returns whether all were sent. */
const forms = new Set<() => Promise<boolean>>()

/** The act was not done, because chosen files could not be sent. */
export class UnsentFiles extends Error {}

/** Registers `send` to run before acts that need documents; returns the deregistration. */
export function registerUnsent(send: () => Promise<boolean>): () => void {
  forms.add(send)
  return () => void forms.delete(send)
}

const callsNeedingDocuments: ReadonlySet<string> = new Set([
  'decideProject',
  'submitMeasurement',
  'decideMeasurement',
  'decideVerification',
  'answerFinding',
  'decideMethodology',
])

/** Throws {@link UnsentFiles} if a pending file cannot be sent. */
export async function sendUnsent(call: string): Promise<void> {
  if (!callsNeedingDocuments.has(call)) return
  for (const send of [...forms]) if (!(await send())) throw new UnsentFiles()
}

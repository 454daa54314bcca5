/** Forms with files that were chosen and not sent; each sends them and says whether all have gone. */
const forms = new Set<() => Promise<boolean>>()

/** Files that were chosen for something could not be sent, so that nothing was done on top of them. */
export class UnsentFiles extends Error {}

/** Has `send` called before an act that rests on documents; the returned function ends that. */
export function keepUnsent(send: () => Promise<boolean>): () => void {
  forms.add(send)
  return () => void forms.delete(send)
}

/** The calls that rest on the documents beside them. */
const resting: ReadonlySet<string> = new Set([
  'decideProject',
  'submitMeasurement',
  'decideMeasurement',
  'decideVerification',
  'answerFinding',
  'decideMethodology',
])

/** Sends what was chosen and not sent before a call that rests on it. Throws {@link UnsentFiles} if some of it could not be. */
export async function sendUnsent(call: string): Promise<void> {
  if (!resting.has(call)) return
  for (const send of [...forms]) if (!(await send())) throw new UnsentFiles()
}

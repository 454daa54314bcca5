import { fairGate } from '#server/infra/fair-gate.ts'
import { threadOf } from '#server/infra/thread.ts'
import type { DisclosedRow } from '#shared/contract/disclosure.ts'
import { Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Disclosed, DisclosedProject } from './write-workbook.ts'

/** A thread keeps the seconds that a large workbook takes from requests, and frees its memory at the end. */
const write = threadOf<Disclosed, Uint8Array>(new URL('./workbook-thread.ts', import.meta.url), {
  oldMemoryMb: 384,
  youngMemoryMb: 16,
})

/** Callers take turns to collect rows and write, one at a time; fails with `unavailable` if too many wait. */
const workbookTurn = fairGate({
  atOnce: 1,
  waiting: 16,
  crowded: () => new Failure('unavailable', 'Many workbooks are being written. Try again in a moment.'),
}).run

type Head = Omit<Disclosed, 'rows' | 'isCut' | 'projects'>

/** A workbook of at most `limits.workbookRows` rows, written in the caller's turn; its sums are of all rows. */
export function disclosureWorkbook(
  caller: string,
  collect: () => Promise<{ head: Head; pages: AsyncIterable<readonly DisclosedRow[]> }>,
): Promise<Buffer> {
  return workbookTurn(caller, async () => {
    const { head, pages } = await collect()
    return Buffer.from(await write({ ...head, ...(await collected(pages)) }))
  })
}

/** Rows up to the limit, and the projects of all rows. */
export async function collected(
  pages: AsyncIterable<readonly DisclosedRow[]>,
): Promise<Pick<Disclosed, 'rows' | 'isCut' | 'projects'>> {
  const rows: DisclosedRow[] = []
  const projects = new Map<string, DisclosedProject>()
  let isCut = false
  for await (const page of pages) {
    for (const row of page) {
      if (rows.length < limits.workbookRows) rows.push(row)
      else isCut = true
      addTo(projects, row)
    }
  }
  return { rows, isCut, projects: [...projects.values()] }
}

function addTo(projects: Map<string, DisclosedProject>, row: DisclosedRow): void {
  const { projectAddress, verifier, quantity } = row
  const project = projects.get(projectAddress) ?? { first: row, verifiers: [], units: 0 }
  project.units += quantity
  if (verifier !== '' && !project.verifiers.includes(verifier)) project.verifiers.push(verifier)
  projects.set(projectAddress, project)
}

import type { Claim } from '#shared/contract/claims.ts'

export type Seal = 'valid' | 'superseded' | 'issuing' | 'parked' | 'imported' | 'suspended' | 'withdrawn'

type Sealed = Pick<Claim, 'settlement' | 'isImported' | 'stoppedProjects'> & {
  certificate: Pick<NonNullable<Claim['certificate']>, 'status'> | null
}

/** The state that a reader must know first. A certificate can be opened before its file is made. */
export function sealOf({ settlement, isImported, stoppedProjects, certificate }: Sealed): Seal {
  if (settlement === 'parked') return 'parked'
  if (!isImported && (settlement !== 'confirmed' || !certificate)) return 'issuing'
  const stopped = stoppedProjects.find(({ now }) => now !== null)?.now
  if (stopped) return stopped.status
  if (isImported) return 'imported'
  return certificate?.status === 'SUPERSEDED' ? 'superseded' : 'valid'
}

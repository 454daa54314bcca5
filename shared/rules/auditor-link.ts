import { paths, screen } from './paths.ts'

/** Carries the token: no address, log or cache has it. */
export const auditorHeader = 'auditor-link'

/** Where an auditor's link leads; the token follows as the fragment, which browsers do not send. */
export const auditorDoor = '/auditor'

/** Public, so under a public screen. */
export const auditorPath = screen(paths.contact, { view: 'auditor' })

/** In the audit log, with the link's id. */
export const auditorActor = 'auditor:'

export const auditorLinkStates = ['active', 'ended', 'revoked'] as const
export type AuditorLinkState = (typeof auditorLinkStates)[number]

/** A link ends at its last moment: then it is over. */
export function stateOfLink(
  { endsAt, revokedAt }: { endsAt: Date; revokedAt: Date | null },
  now: Date,
): AuditorLinkState {
  if (revokedAt !== null) return 'revoked'
  return endsAt <= now ? 'ended' : 'active'
}

/** The years of a link, in figures. */
export function yearsOf({ firstYear, lastYear }: { firstYear: number; lastYear: number }): string {
  return firstYear === lastYear ? String(firstYear) : `${firstYear}–${lastYear}`
}

/** The last day (UTC) of a link that ends with it. */
export function lastDayOf(endsAt: string): string {
  return new Date(Date.parse(endsAt) - 1).toISOString().slice(0, 10)
}

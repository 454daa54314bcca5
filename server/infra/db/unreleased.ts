import { Refused } from '#server/infra/refused.ts'

/** The first migrations of versions before 0.1.0. */
const beginnings = ['0001_people_and_projects.sql', '0001_people.sql']
export const lastOfBaseline = '0007_reading.sql'
/** Files to apply, by the last migration of a database from before 0.1.0. */
const upgrades: Record<string, string[]> = {
  '0042_block_by_end.sql': ['unreleased/since_23f9e0a3.sql', 'unreleased/since_d967f1b8.sql'],
  '0059_beneficiary_groups.sql': ['unreleased/since_d967f1b8.sql'],
}

/** Whether a version before 0.1.0 has made a database that has run these migrations. */
export function isUnreleased(ran: readonly string[]): boolean {
  return ran.some((name) => beginnings.includes(name)) && !ran.includes(lastOfBaseline)
}

/** The files that bring an unreleased database to the baseline. Throws `Refused` if it is too old. */
export function upgradeOf(ran: readonly string[]): string[] {
  const files = upgrades[ran.at(-1) ?? '']
  if (files) return files
  throw new Refused(
    'This database is of a version before 0.1.0 that this version does not upgrade. Start the version of commit d967f1b8 ' +
      'once, which upgrades it, and then this one.',
  )
}

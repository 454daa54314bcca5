import type { AccountRole } from './account-roles.ts'
import type { Role } from './groups.ts'
import type { NoticeFacts } from './notices.ts'

type Formats = {
  day: (iso: string) => string
  figures: (quantity: number) => string
  role: (role: Role | AccountRole) => string
}

/** Formats the facts in the reader's language; missing facts are empty. `count` selects the plural form. */
export function wordsOf(
  { role, quantity, periodStart, periodEnd, dueDate, visitStart, visitEnd, ...names }: NoticeFacts,
  format: Formats,
) {
  return {
    about: names.about ?? '',
    account: names.account ?? '',
    formerName: names.formerName ?? '',
    methodology: names.methodology ?? '',
    version: names.version ?? '',
    project: names.project ?? '',
    role: role ? format.role(role) : '',
    quantity: quantity === undefined ? '' : format.figures(quantity),
    count: quantity ?? 0,
    periodStart: periodStart ? format.day(periodStart) : '',
    periodEnd: periodEnd ? format.day(periodEnd) : '',
    visitStart: visitStart ? format.day(visitStart) : '',
    visitEnd: visitEnd ? format.day(visitEnd) : '',
    finding: names.finding ?? '',
    by: names.by ?? '',
    serials: names.serials ?? '',
    dueDate: dueDate ? format.day(dueDate) : '',
  }
}

import { z } from 'zod'
import { email, personName } from '#shared/contract/fields.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { type RegisterFault, registerPage } from '../pages/register-page.ts'
import { formOf, sendPage, type Visit } from '../pages/visit.ts'
import { countAttempt, nameIn } from '../passwords/attempts.ts'
import { credentialsOf } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import { makeLink } from './links.ts'
import { makeRegistration, type Registration } from './registrations.ts'
import { linkUrl, sendLink } from './send-link.ts'

const fields = z.object({ firstName: personName, lastName: personName, email })

/** Whether strangers may register here: the tenant allows it, and mail can show whose address it is. */
export function mayRegister({ mail }: Pick<Identity, 'mail'>, site: IdentitySite): boolean {
  return mail !== null && site.mayRegister
}

export function showRegistration(identity: Identity, visit: Visit): void {
  if (mayRegister(identity, visit.site)) sendPage(visit, registerPage(visit.look))
  else sendPage(visit, noticePage(visit.look, 'register.closed'), 403)
}

/** Mails a link to the address, and says the same whether or not it is known. */
export async function register(identity: Identity, visit: Visit): Promise<void> {
  const { sql, log } = identity
  const { site, look } = visit
  if (!mayRegister(identity, site)) return showRegistration(identity, visit)
  const form = formOf(visit)
  const read = fields.safeParse(form)
  if (!read.success) {
    const [path] = read.error.issues[0]?.path ?? []
    const fault: RegisterFault = path === 'firstName' || path === 'lastName' ? path : 'email'
    return sendPage(visit, registerPage(look, form, { field: fault }), 400)
  }
  const waitS = Math.max(
    await countAttempt(sql, { kind: 'asker', name: visit.request.ip }),
    await countAttempt(sql, { kind: 'letter', name: nameIn(site.tenantId, read.data.email) }),
  )
  if (waitS > 0) return sendPage(visit, registerPage(look, form, { text: waitText(wordsOf(look), waitS) }), 429)
  sendPage(visit, noticePage(look, 'register.sent'))
  // The answer is out already, so that its time does not tell whether the address is known.
  const kind = await sendWayIn(identity, site, { tenantId: site.tenantId, language: look.language, ...read.data })
  log.info({ tenant: site.tenantId, kind }, 'registration')
}

/** Returns what was sent: whoever is known already is told so by mail alone, and an invitation is sent again. */
async function sendWayIn(identity: Identity, site: IdentitySite, wanted: Registration): Promise<string> {
  const { sql } = identity
  const known = await credentialsOf(sql, site.tenantId, wanted.email)
  if (!known) {
    await sendLink(identity, site, wanted, 'registration', linkUrl(site, await makeRegistration(sql, wanted)))
    return 'registration'
  }
  if (known.status === 'invited') {
    await sendLink(identity, site, known, 'invitation', linkUrl(site, await makeLink(sql, known.id, 'invitation')))
  }
  if (known.status === 'active') await sendLink(identity, site, known, 'known', `${site.issuer}/forgot`)
  return known.status
}

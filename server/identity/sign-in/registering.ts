import { z } from 'zod'
import { callerOf } from '#server/infra/http/caller.ts'
import { email, personName } from '#shared/contract/fields.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { type RegisterFault, registerPage } from '../pages/register-page.ts'
import { formOf, sendPage, type Visit } from '../pages/visit.ts'
import { countRequestedLetter } from '../passwords/attempts.ts'
import { credentialsOf } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import { makeLink } from './links.ts'
import { makeRegistration, type Registration } from './registrations.ts'
import { linkUrl, sendLink } from './send-link.ts'

const fields = z.object({ firstName: personName, lastName: personName, email })

/** Registration needs mail, to prove the address. */
export function mayRegister({ mail }: Pick<Identity, 'mail'>, site: IdentitySite): boolean {
  return mail !== null && site.mayRegister
}

export function showRegistration(identity: Identity, visit: Visit): void {
  if (mayRegister(identity, visit.site)) sendPage(visit, registerPage(visit.look))
  else sendPage(visit, noticePage(visit.look, 'register.closed'), 403)
}

/** The page is the same for all addresses. */
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
  const waitS = await countRequestedLetter(sql, callerOf(visit.request), site.tenantId, read.data.email)
  if (waitS > 0) return sendPage(visit, registerPage(look, form, { text: waitText(wordsOf(look), waitS) }), 429)
  sendPage(visit, noticePage(look, 'register.sent'))
  // Sent after the page, so that timing does not reveal known addresses.
  const kind = await sendWayIn(identity, site, { tenantId: site.tenantId, language: look.language, ...read.data })
  log.info({ tenant: site.tenantId, kind }, 'registration')
}

/** Returns the kind of letter sent. */
async function sendWayIn(identity: Identity, site: IdentitySite, wanted: Registration): Promise<string> {
  const { sql } = identity
  const person = await credentialsOf(sql, site.tenantId, wanted.email)
  if (!person) {
    await sendLink(identity, site, wanted, 'registration', {
      url: linkUrl(site, await makeRegistration(sql, wanted)),
    })
    return 'registration'
  }
  if (person.status === 'invited') {
    await sendLink(identity, site, person, 'invitation', {
      url: linkUrl(site, await makeLink(sql, person.id, 'invitation')),
    })
  }
  if (person.status === 'active') await sendLink(identity, site, person, 'known', { url: `${site.issuer}/forgot` })
  return person.status
}

import type { Config } from '#server/infra/config.ts'
import { type Changes, type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { isRefusedForGood, type Letter, type Mail, mailCodeOf } from '#server/infra/mail/mail.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { type Site, siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { unlinked } from '#shared/rules/writing.ts'
import { certificateUrl } from './certificates.ts'
import {
  type DueClaimLetter,
  setClaimLetterFailed,
  setClaimLetterSent,
  takeDueClaimLetters,
} from './claim-letters.store.ts'
import { type ClaimDetailRow, claimById } from './claims.store.ts'

type Deps = { sql: Database; config: Config; mail: Pick<Mail, 'send'>; log: Pick<Log, 'warn' | 'error'> }

/** How many letters are sent at a time. */
const batch = 5
/** With the delays of `takeDueClaimLetters`, the last try is some two days after the first. */
const mostAttempts = 8
const lookEveryMs = 30_000

/** Sends the certificate to the addresses that claims give: when settlements change, and every 30 s what waits. */
export function startClaimLetters(deps: Deps, settlementChanges: Changes): Worker {
  const work = (isStopped: () => boolean) =>
    sendClaimLetters(deps, isStopped).catch((err: unknown) => deps.log[levelOf(err)]({ err }, 'the postman waits'))
  return workOnChanges({ changes: settlementChanges, work, lookEveryMs })
}

/**
 * Sends every letter about a claim that is due. If the process dies after sending a letter and before recording it, the letter is
 * sent again. Several processes may run this at once. A failure of the mail server is logged, not thrown.
 */
export async function sendClaimLetters(deps: Deps, isStopped = () => false): Promise<void> {
  const take = () => takeDueClaimLetters(deps.sql, batch)
  for (let due = await take(); due.length > 0; due = await take()) {
    const failures = (await Promise.all(due.map((letter) => send(deps, letter)))).filter((each) => each !== null)
    if (failures.length > 0)
      deps.log.warn({ letters: failures.length, code: failures[0] }, 'letters wait for the mail server')
    if (isStopped()) return
  }
}

/** Returns null, or the error code of the mail server where the letter waits. */
async function send({ sql, config, mail, log }: Deps, due: DueClaimLetter): Promise<string | null> {
  const claim = await claimById(sql, due.claimId, due.tenantId)
  if (!claim) throw new Error('a claim of which a letter is due is gone')
  try {
    await mail.send(claimLetterOf(due, claim, await siteOf({ sql, config }, due.tenantId), config))
  } catch (error) {
    const isLast = due.attempts >= mostAttempts || isRefusedForGood(error)
    await setClaimLetterFailed(sql, due, String(error), isLast)
    const code = mailCodeOf(error)
    if (!isLast) return code
    log.error({ tenantId: due.tenantId, claimId: due.claimId, code }, 'a letter was given up')
    return null
  }
  await setClaimLetterSent(sql, due)
  return null
}

/** The letter about a claim: what was retired, for whom and by whom, and the certificate in the letter's language. Private words are not in it. */
function claimLetterOf(
  { language, email }: Pick<DueClaimLetter, 'language' | 'email'>,
  claim: ClaimDetailRow,
  { tenant, origin }: Site,
  config: Pick<Config, 'CLAIMS_PDF_URL'>,
): Letter {
  const { t, day, figures } = wordingIn(language)
  const words = wordsOf(tenant, language)
  const registry = words.name
  const account = unlinked(claim.retiredBy)
  const number = String(claim.number)
  const quantity = toWire(claim.quantity)
  const facts = [
    t('letter.claim.quantity', {
      quantity: figures(quantity),
      unit: quantity === 1 ? words.assetName : words.assetNamePlural,
    }),
    claim.beneficiary !== '' && t('letter.claim.beneficiary', { beneficiary: unlinked(claim.beneficiary) }),
    claim.project !== null && t('letter.claim.project', { project: unlinked(claim.project) }),
    t('letter.claim.day', { number, day: day(claim.claimedAt) }),
  ]
  const paragraphs = [
    t('letter.claim.greeting'),
    t('letter.claim.retired', { account, registry }),
    facts.filter((each) => each !== false).join('\n'),
    `${t('letter.claim.certificate')}\n${certificateUrl(config, claim)}?language=${language}`,
    `${t('letter.claim.page')}\n${origin}${claimPath(claim.claimId)}`,
    t('letter.claim.why', { account, registry }),
  ]
  return {
    to: email,
    sender: registry,
    replyTo: tenant.contactEmail,
    subject: t('letter.claim.subject', { registry, number }),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

import type { Config } from '#server/infra/config.ts'
import type { Changes, Worker } from '#server/infra/db/changes.ts'
import type { Letter } from '#server/infra/mail/mail.ts'
import { deliver, type Post, type PostmanDeps, startPostman } from '#server/people/letters/postman.ts'
import { letterWording } from '#server/people/letters/wording.ts'
import { type Site, siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import type { Language } from '#shared/rules/languages.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { certificateUrl } from './certificates.ts'
import { addressOf, dueClaimLetters } from './claim-letters.store.ts'
import { type ClaimDetailRow, claimById } from './claims.store.ts'

/** Sends certificates to the claims' addresses: when settlements change, and every 30 s. */
export function startClaimLetters(deps: PostmanDeps, settlementChanges: Changes): Worker {
  return startPostman(deps, settlementChanges, (isStopped) => deliverClaimLetters(deps, isStopped))
}

export function deliverClaimLetters(deps: PostmanDeps, isStopped = () => false): Promise<void> {
  return deliver(deps, postOf(deps), isStopped)
}

function postOf({ sql, config }: Pick<PostmanDeps, 'sql' | 'config'>): Post {
  return {
    due: (limit) => dueClaimLetters(sql, limit),
    async write({ tenantId, claimId, language }) {
      if (claimId === null) throw new Error('a letter of no claim is among those of claims')
      const [claim, email] = await Promise.all([claimById(sql, claimId, tenantId), addressOf(sql, tenantId, claimId)])
      if (!claim || email === null) throw new Error('a claim of which a letter is due is gone')
      return claimLetterOf({ language, email }, claim, await siteOf({ sql, config }, tenantId), config)
    },
  }
}

/** Contains no private words. */
function claimLetterOf(
  { language, email }: { language: Language; email: string },
  claim: ClaimDetailRow,
  { tenant, origin }: Site,
  config: Pick<Config, 'CLAIMS_PDF_URL'>,
): Letter {
  const { translate, day, figures } = letterWording(language)
  const words = wordsOf(tenant, language)
  const registry = words.name
  const account = claim.retiredBy
  const number = String(claim.number)
  const quantity = toWire(claim.quantity)
  const facts = [
    translate('letter.claim.quantity', {
      quantity: figures(quantity),
      unit: quantity === 1 ? words.assetName : words.assetNamePlural,
    }),
    claim.beneficiary !== '' && translate('letter.claim.beneficiary', { beneficiary: claim.beneficiary }),
    claim.project !== null && translate('letter.claim.project', { project: claim.project }),
    translate('letter.claim.day', { number, day: day(claim.claimedAt) }),
  ]
  const paragraphs = [
    translate('letter.claim.greeting'),
    translate('letter.claim.retired', { account, registry }),
    facts.filter((each) => each !== false).join('\n'),
    `${translate('letter.claim.certificate')}\n${certificateUrl(config, claim)}?language=${language}`,
    `${translate('letter.claim.page')}\n${origin}${claimPath(claim.claimId)}`,
    translate('letter.claim.why', { account, registry }),
  ]
  return {
    to: email,
    sender: registry,
    replyTo: tenant.contactEmail,
    subject: translate('letter.claim.subject', { registry, number }),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

import { useTranslation } from 'react-i18next'
import type { AuditActor } from '#shared/contract/audit.ts'
import { type AuditedAct, isAuditedAct } from '#shared/rules/audited.ts'

const operator = 'operator '

/** What whoever acted is called. */
export function useActorName(): (line: AuditActor) => string {
  const { t } = useTranslation()
  return ({ actor, actorName }) => {
    if (actor === 'import') return t('audit.itself')
    if (actor.startsWith(operator)) return t('audit.operator', { name: actor.slice(operator.length) })
    return actorName ?? actor
  }
}

/** What is put into a sentence: how many it tells of decides its grammar, `quantity` is how that is written. */
type Parts = { who: string; subject: string; to: string; count: number; quantity: string }

/** The sentence of an act; an old line may name an act that is no longer done. */
export function useSentence(): (act: string, parts: Parts) => string {
  const { t } = useTranslation()
  return (act, parts) => (isAuditedAct(act) ? t(`audit.did.${act}`, parts) : t('audit.unknownAct', { act, ...parts }))
}

const gap = '…'

/** An act without anybody who did it, for a list of acts: "approved the project …". */
export function useDeed(): (act: AuditedAct) => string {
  const sentenceOf = useSentence()
  return (act) => sentenceOf(act, { who: '', subject: gap, to: gap, count: 2, quantity: gap }).trim().replace(/\.$/, '')
}

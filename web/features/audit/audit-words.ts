import type { AuditActor } from '#shared/contract/audit.ts'
import { type AuditedAct, isAuditedAct } from '#shared/rules/audited.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

const operator = 'operator '

/** Returns a function that names the person or program that acted. */
export function useActorName(): (line: AuditActor) => string {
  const { t } = useTranslation()
  return ({ actor, actorName }) => {
    if (actor === 'import') return t('audit.itself')
    if (actor.startsWith(operator)) return t('audit.operator', { name: actor.slice(operator.length) })
    return actorName ?? actor
  }
}

/** What is put into a sentence. `count` decides between singular and plural, `quantity` is the same number as text. */
type Parts = { who: string; subject: string; to: string; count: number; quantity: string }

/** Returns a function that words an act; an old line may name an act that no longer exists. */
export function useSentence(): (act: string, parts: Parts) => string {
  const { t } = useTranslation()
  return (act, parts) => (isAuditedAct(act) ? t(`audit.did.${act}`, parts) : t('audit.unknownAct', { act, ...parts }))
}

const gap = '…'

/** Returns a function that words an act without the person who did it: "approved the project …". */
export function useDeed(): (act: AuditedAct) => string {
  const sentenceOf = useSentence()
  return (act) => sentenceOf(act, { who: '', subject: gap, to: gap, count: 2, quantity: gap }).trim().replace(/\.$/, '')
}

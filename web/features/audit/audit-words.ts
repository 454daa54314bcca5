import type { AuditActor } from '#shared/contract/audit.ts'
import type { AuditedAct } from '#shared/rules/audited.ts'
import { useActSentence } from '#web/domain/act-sentence.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

const operator = 'operator '

/** Returns a function that names the acting person or program. */
export function useActorName(): (line: AuditActor) => string {
  const { t } = useTranslation()
  return ({ actor, actorName }) => {
    if (actor === 'import' || actor === 'calendar') return t('audit.itself')
    if (actor.startsWith(operator)) return t('audit.operator', { name: actor.slice(operator.length) })
    return actorName ?? actor
  }
}

const gap = '…'

/** Returns a function that words an act without the actor: "approved the project …". */
export function useActPhrase(): (act: AuditedAct) => string {
  const sentenceOf = useActSentence()
  return (act) => sentenceOf(act, { who: '', subject: gap, to: gap, count: 2, quantity: gap }).trim().replace(/\.$/, '')
}

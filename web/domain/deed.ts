import { isAuditedAct } from '#shared/rules/audited.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** What is put into a sentence. `count` decides between singular and plural, `quantity` is the same number as text. */
type Parts = { who: string; subject: string; to: string; count: number; quantity: string }

/** Returns a function that words an act; an old line may name an act that no longer exists. */
export function useSentence(): (act: string, parts: Parts) => string {
  const { t } = useTranslation()
  return (act, parts) => (isAuditedAct(act) ? t(`audit.did.${act}`, parts) : t('audit.unknownAct', { act, ...parts }))
}

import { isAuditedAct } from '#shared/rules/audited.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** `count` selects the plural; `quantity` is the formatted number. */
type Parts = { who: string; subject: string; to: string; count: number; quantity: string }

/** Returns a function that words an act. Old audit lines may name unknown acts. */
export function useActSentence(): (act: string, parts: Parts) => string {
  const { t } = useTranslation()
  return (act, parts) => (isAuditedAct(act) ? t(`audit.did.${act}`, parts) : t('audit.unknownAct', { act, ...parts }))
}

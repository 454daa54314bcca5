import type { ComponentProps } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact } from '#web/ui/facts.tsx'

/** A fact that is always shown: "not stated" where its source is silent. */
export function StatedFact({ children, ...fact }: ComponentProps<typeof Fact>) {
  const isSilent = children === null || children === undefined || children === false || children === ''
  return <Fact {...fact}>{isSilent ? <NotStated /> : children}</Fact>
}

export function NotStated() {
  const { t } = useTranslation()
  return <span className="text-ink-faint">{t('projects.notStated')}</span>
}

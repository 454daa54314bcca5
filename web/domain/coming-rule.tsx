import '#web/texts/part-texts.ts'
import type { Coming } from '#shared/contract/coming.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'

/** A weaker value that is to come, beside the present one. `keep` is null for readers who may not keep the present one. */
export function ComingRule({
  coming: { value, present, startsAt, askedBy },
  label,
  words,
  keep,
}: {
  coming: Coming
  label: string
  words: (value: Coming['value']) => string
  keep: { busy: boolean; failure: string | null; act: () => Promise<void> } | null
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title={t('caps.coming', {
          name: label,
          value: words(value),
          present: words(present),
          time: format.time(startsAt),
        })}
      >
        <p className="mb-2">{t('caps.askedBy', { by: askedBy })}</p>
        {keep && (
          <>
            <Button size="small" busy={keep.busy} onClick={() => void keep.act()}>
              {t('caps.keep')}
            </Button>
            <Failure text={keep.failure} />
          </>
        )}
      </Notice>
    </div>
  )
}

import { useState } from 'react'
import { listFindings, type Verification } from '#shared/contract/verifications.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { FindingThread } from './finding-thread.tsx'
import { OpenFinding } from './open-finding.tsx'

/** Includes findings carried forward from earlier periods. */
export function Findings({ verification: { verificationId, projectId, acts } }: { verification: Verification }) {
  const { t } = useTranslation()
  const [isOpening, setIsOpening] = useState(false)
  const findings = useRead(listFindings, { params: { verificationId } })
  return (
    <Section
      title={t('verifications.findings')}
      actions={
        acts.includes('openFinding') && (
          <Button onClick={() => setIsOpening(true)}>{t('verifications.openFinding')}</Button>
        )
      }
    >
      <Loaded from={findings}>
        {({ items, carried }) => (
          <>
            {items.length === 0 ? (
              <p className="text-ink-soft">{t('verifications.noFindings')}</p>
            ) : (
              <ul className="flex flex-col gap-4">
                {items.map((finding) => (
                  <li key={finding.findingId}>
                    <FindingThread finding={finding} projectId={projectId} />
                  </li>
                ))}
              </ul>
            )}
            {carried.length > 0 && (
              <>
                <h3 className="mt-6 mb-3 font-semibold">{t('verifications.carried')}</h3>
                <ul className="flex flex-col gap-4">
                  {carried.map((finding) => (
                    <li key={finding.findingId}>
                      <FindingThread finding={finding} projectId={projectId} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Loaded>
      {isOpening && <OpenFinding verificationId={verificationId} onClose={() => setIsOpening(false)} />}
    </Section>
  )
}

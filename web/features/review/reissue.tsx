import { useState } from 'react'
import { type Reissue, readReissue, reissueCertificates } from '#shared/contract/reissue.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/page.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'

/** Refresh interval while an act is under way. */
const underWayEveryMs = 3_000

/** Certificates of an earlier wording, the act that issues them anew, and how far the newest act is. */
export function ReissueOfCertificates() {
  const { t } = useTranslation()
  const read = useRead(readReissue, { everyMs: (found) => (isUnderWay(found) ? underWayEveryMs : 0) })
  return (
    <Section title={t('reissue.title')}>
      <Loaded from={read} rows={2}>
        {(found) => (
          <div className="flex flex-col gap-4">
            {!isUnderWay(found) && <Due found={found} />}
            {found.act && <NewestAct act={found.act} />}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const isUnderWay = (found: Reissue | null | undefined) => found?.act != null && found.act.finishedAt === null

function Due({ found: { due, claims, accounts } }: { found: Reissue }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const { act, failure } = useAct(reissueCertificates, { refresh: [readReissue] })
  if (due.length === 0) return <Notice tone="good" title={t('reissue.none')} />
  const count = due.reduce((sum, { certificates }) => sum + certificates, 0)
  return (
    <>
      <p className="text-sm text-ink-soft">{t('reissue.lead')}</p>
      <Tiles>
        {due.map(({ language, certificates }) => (
          <Tile
            key={language}
            label={t('reissue.inLanguage', { language: t(`languages.${language}`) })}
            value={format.quantity(certificates)}
          />
        ))}
        <Tile label={t('reissue.claims')} value={format.quantity(claims)} />
        <Tile label={t('reissue.accounts')} value={format.quantity(accounts)} />
      </Tiles>
      <div>
        <Button onClick={() => setAsking(true)}>{t('reissue.act')}</Button>
      </div>
      {isAsking && (
        <DecisionDialog
          title={t('reissue.act')}
          question={t('reissue.question', { count })}
          requiresReason
          danger={false}
          failure={failure}
          done={t('reissue.done')}
          onDecide={(reason = '') => act({ body: { reason } })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function NewestAct({ act }: { act: NonNullable<Reissue['act']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const of = (done: number, all: number) =>
    t('reissue.ofAll', { done: format.quantity(done), all: format.quantity(all) })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-soft">{t('reissue.latest', { time: format.time(act.madeAt) })}</p>
      <p className="break-words">{t('reissue.reason', { reason: act.reason })}</p>
      <Progress
        label={t('reissue.issued')}
        value={act.issued}
        max={act.certificates}
        text={of(act.issued, act.certificates)}
      />
      <Progress label={t('reissue.told')} value={act.told} max={act.accounts} text={of(act.told, act.accounts)} />
    </div>
  )
}

import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Claim, ClaimVersion } from '#shared/contract/claims.ts'
import { useIsViewer } from '#web/domain/use-is-viewer.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useSession } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/page.tsx'
import { useWordingFacts } from './wording-facts.ts'

const CorrectionDialog = lazy(async () => ({
  default: (await import('./correction-dialog.tsx')).CorrectionDialog,
}))

const dayMs = 24 * 60 * 60_000

/** Every wording of a corrected claim, and the act for readers who may correct the claim. */
export function ClaimVersions({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  const corrector = useCorrector(claim)
  if (claim.versions.length === 0 && !corrector) return null
  return (
    <Section title={t('correction.versions')}>
      {corrector && <CorrectWording claim={claim} corrector={corrector} />}
      <ol reversed className="flex flex-col gap-4">
        {claim.versions.map((version) => (
          <li key={version.version} className="rounded-md border border-line p-4">
            <Version version={version} isNewest={version.version === claim.version} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** For whom the reader may correct the claim now; null if not at all. */
function useCorrector({ tenantId, accountId, correctableUntil }: Claim): 'account' | 'registry' | null {
  const session = useSession()
  const isViewer = useIsViewer()
  if (!session || correctableUntil === null || tenantId !== site().tenantId) return null
  const isInTime = Date.now() < Date.parse(correctableUntil)
  if (session.accountId === accountId && isInTime && !isViewer && session.may('claim.correct')) return 'account'
  return session.reach('claim.correct') === 'tenant' ? 'registry' : null
}

function CorrectWording({ claim, corrector }: { claim: Claim; corrector: 'account' | 'registry' }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const until = claim.correctableUntil ?? ''
  const count = Math.ceil((Date.parse(until) - Date.now()) / dayMs)
  return (
    <div className="mb-4">
      <p className="mb-3 text-sm text-ink-soft">
        {corrector === 'account'
          ? t('correction.daysLeft', { count, until: format.date(until) })
          : t('correction.registryLead')}
      </p>
      <Button icon={<Pencil aria-hidden size={16} />} onClick={() => setOpen(true)}>
        {t('correction.act')}
      </Button>
      {isOpen && (
        <Suspense>
          <CorrectionDialog claim={claim} corrector={corrector} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Version({ version, isNewest }: { version: ClaimVersion; isNewest: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const factsOf = useWordingFacts()
  const time = format.time(version.at)
  const isFirst = version.version === 1
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{t('correction.version', { version: version.version })}</strong>
        <Badge tone={isNewest ? 'good' : 'warn'}>{t(isNewest ? 'correction.valid' : 'correction.status')}</Badge>
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {isFirst
          ? t('correction.asClaimed', { time })
          : t(version.by === 'registry' ? 'correction.byRegistry' : 'correction.byAccount', { time })}
      </p>
      {version.reason !== null && (
        <p className="mt-1 text-sm break-words">{t('correction.reasonIs', { reason: version.reason })}</p>
      )}
      <Facts>
        {factsOf(version).map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
      </Facts>
    </>
  )
}

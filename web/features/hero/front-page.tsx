import type { ReactNode } from 'react'
import { claimPath, figuresPath, paths, recordPath } from '#shared/rules/paths.ts'
import { MonthsSection } from '#web/domain/months-section.tsx'
import { Units } from '#web/domain/units.tsx'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Line, Lines, More } from '#web/ui/lines.tsx'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'

/** Below the first screen. The rest follows when the latest rows are there, so that nothing moves. */
export function FrontPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const latest = useRead(reading.readLatest, { query: { tenantId: site().tenantId } })
  return (
    <>
      <Loaded from={latest} rows={8}>
        {({ issuances, retirements }) => (
          <div className="grid gap-10 lg:grid-cols-2">
            <div>
              <Section title={t('front.issuances')}>
                <Rows none={t('charts.empty')}>
                  {issuances.map(({ transactionId, projectName, quantity, at }) => (
                    <Line
                      key={transactionId}
                      to={recordPath(transactionId)}
                      words={projectName ?? t('front.several')}
                      aside={format.date(at)}
                      figure={<Units count={quantity} />}
                    />
                  ))}
                </Rows>
              </Section>
            </div>
            <div>
              <Section title={t('front.retirements')}>
                <Rows none={t('front.noRetirements')}>
                  {retirements.map(({ claimId, beneficiary, projectName, quantity, at }) => (
                    <Line
                      key={claimId}
                      to={claimPath(claimId)}
                      words={beneficiary || t('claims.unnamed')}
                      note={projectName ?? t('front.several')}
                      aside={format.date(at)}
                      figure={<Units count={quantity} />}
                    />
                  ))}
                </Rows>
              </Section>
            </div>
          </div>
        )}
      </Loaded>
      {(latest.data || latest.error) && (
        <>
          <OverTime />
          <HowToCheck />
        </>
      )}
    </>
  )
}

function OverTime() {
  const { t } = useTranslation()
  const { assetNamePlural } = useWords()
  const sums = useRead(reading.readSums, { query: { tenantId: site().tenantId } })
  const means = ['projects', 'issued', 'claimed', 'reconciled'] as const
  return (
    <div className="mt-10">
      <Loaded from={sums} rows={7} isEmpty={({ months }) => months.length === 0}>
        {(read) => <MonthsSection sums={read} />}
      </Loaded>
      <p className="mt-4">
        <More to={figuresPath} text={t('front.figures')} />
      </p>
      <details className="mt-4">
        <summary className="w-fit py-1 text-sm text-ink-soft hover:text-ink">{t('front.means')}</summary>
        <dl className="mt-3 grid gap-x-10 gap-y-5 sm:grid-cols-2">
          {means.map((figure) => (
            <div key={figure}>
              <dt className="font-medium">{t(`hero.${figure}`, { assets: assetNamePlural })}</dt>
              <dd className="mt-1 max-w-prose text-ink-soft">
                {t(`front.meansOf.${figure}`, { assets: assetNamePlural })}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

function HowToCheck() {
  const { t } = useTranslation()
  const { name, about } = useWords()
  return (
    <div className="mt-10 grid gap-10 lg:grid-cols-2">
      <div>
        <Section title={t('front.what', { name })}>
          <p className="max-w-prose whitespace-pre-line text-ink-soft">{about || t('front.about', { name })}</p>
        </Section>
      </div>
      <div>
        <Section title={t('front.check')}>
          <p className="mb-5 max-w-prose text-ink-soft">{t('front.checkHelp')}</p>
          <ButtonLink to={paths.claims}>{t('front.verify')}</ButtonLink>
        </Section>
      </div>
    </div>
  )
}

function Rows({ none, children }: { none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-ink-soft">{none}</p>
  return <Lines>{children}</Lines>
}

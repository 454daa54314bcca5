import { lazy, type ReactNode, Suspense } from 'react'
import { readLatest } from '#shared/contract/latest.ts'
import { claimPath, figuresPath, mapPath, paths, recordPath } from '#shared/rules/paths.ts'
import { SearchBox } from '#web/domain/search-box.tsx'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'

const FrontMap = lazy(async () => ({ default: (await import('./front-map.tsx')).FrontMap }))

export function FrontPage() {
  const { t } = useTranslation()
  const { name, about, assetNamePlural } = useWords()
  const means = ['projects', 'issued', 'claimed', 'reconciled'] as const
  return (
    <div className="mt-12">
      <Section title={t('front.what', { name })}>
        <p className="mb-6 max-w-prose whitespace-pre-line text-ink-soft">{about || t('front.about', { name })}</p>
        <SearchBox />
      </Section>
      <Section
        title={t('front.map')}
        actions={
          <Link to={mapPath()} className="link">
            {t('front.largeMap')}
          </Link>
        }
      >
        <div className="min-h-[calc(50vw-1rem)] sm:min-h-[calc(min(50vw,40rem)-1.5rem)]">
          <Suspense>
            <FrontMap />
          </Suspense>
        </div>
      </Section>
      <Latest />
      <Section title={t('front.means')}>
        <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
          {means.map((figure) => (
            <div key={figure}>
              <dt className="font-medium">{t(`hero.${figure}`, { assets: assetNamePlural })}</dt>
              <dd className="mt-1 max-w-prose text-ink-soft">
                {t(`front.meansOf.${figure}`, { assets: assetNamePlural })}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-5">
          <Link to={figuresPath} className="link">
            {t('front.figures')}
          </Link>
        </p>
      </Section>
      <Section title={t('front.check')}>
        <p className="mb-5 max-w-prose text-ink-soft">{t('front.checkHelp')}</p>
        <ButtonLink to={paths.claims}>{t('front.verify')}</ButtonLink>
      </Section>
    </div>
  )
}

function Latest() {
  const { t } = useTranslation()
  const read = useRead(readLatest, { query: { tenantId: site().tenantId } })
  return (
    <div className="mt-10 min-h-[56rem] sm:min-h-[49rem] lg:min-h-[27rem]">
      <Loaded from={read} rows={8}>
        {({ issuances, retirements }) => (
          <div className="grid gap-10 lg:grid-cols-2">
            <div>
              <Section title={t('front.issuances')}>
                <Rows none={t('charts.empty')}>
                  {issuances.map(({ transactionId, projectName, ...row }) => (
                    <Row
                      key={transactionId}
                      to={recordPath(transactionId)}
                      title={projectName ?? t('front.several')}
                      {...row}
                    />
                  ))}
                </Rows>
              </Section>
            </div>
            <div>
              <Section title={t('front.retirements')}>
                <Rows none={t('front.noRetirements')}>
                  {retirements.map(({ claimId, beneficiary, projectName, ...row }) => (
                    <Row
                      key={claimId}
                      to={claimPath(claimId)}
                      title={beneficiary || t('claims.unnamed')}
                      note={projectName ?? t('front.several')}
                      {...row}
                    />
                  ))}
                </Rows>
              </Section>
            </div>
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Rows({ none, children }: { none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-ink-soft">{none}</p>
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>
}

function Row({
  to,
  title,
  note,
  quantity,
  at,
}: {
  to: string
  title: string
  note?: string
  quantity: number
  at: string
}) {
  const format = useFormat()
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5">
      <span className="min-w-0">
        <Link to={to} className="link wrap-anywhere">
          {title}
        </Link>
        {note && <span className="block text-sm text-ink-soft wrap-anywhere">{note}</span>}
      </span>
      <span className="tabular shrink-0 text-right">
        {format.quantity(quantity)}
        <span className="block text-sm text-ink-faint">{format.date(at)}</span>
      </span>
    </li>
  )
}

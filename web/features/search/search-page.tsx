import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SearchGroup, SearchHit } from '#shared/contract/search.ts'
import { searchPath } from '#shared/rules/paths.ts'
import { searchKinds } from '#shared/rules/search-kinds.ts'
import { Forgiven } from '#web/domain/forgiven.tsx'
import { useHitTitle } from '#web/domain/hit-title.ts'
import { SearchBox } from '#web/domain/search-box.tsx'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Line, Lines } from '#web/ui/lines.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

const perKind = 8
const perPage = 25

/** The first results of each kind, or with `?kind=` one kind by page. */
export function SearchPage({ q }: { q: string }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const { cursor, next, previous } = useUrlList('')
  const kind = searchKinds.find((each) => each === params.get('kind'))
  const found = useRead(reading.search, {
    query: {
      tenantId: site().tenantId,
      q,
      limit: kind ? perPage : perKind,
      ...(kind && { kind, ...(cursor && { cursor }) }),
    },
    asUser: true,
    keep: true,
  })
  return (
    <Page title={t('search.title')}>
      <SearchBox key={q} initial={q} />
      <div className="mt-8" aria-live="polite">
        <Loaded
          from={found}
          isEmpty={({ groups }) => groups.length === 0}
          empty={<Empty text={`${t('search.none', { q })} ${t('search.noneHelp')}`} />}
        >
          {({ groups, corrected, isSimilar }) => (
            <>
              <Forgiven q={q} corrected={corrected} isSimilar={isSimilar} className="mb-6" />
              {groups.map((group) => (
                <Group key={group.kind} group={group}>
                  {kind ? (
                    <Pages onPrevious={previous} onNext={next(group.nextCursor)} />
                  ) : (
                    group.nextCursor !== null && (
                      <ButtonLink to={searchPath(corrected ?? q, group.kind)} size="small">
                        {t('search.more', { kind: t(`search.kinds.${group.kind}`) })}
                      </ButtonLink>
                    )
                  )}
                </Group>
              ))}
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

type Turn = (() => void) | null

function Pages({ onPrevious, onNext }: { onPrevious: Turn; onNext: Turn }) {
  const { t } = useTranslation()
  if (!onPrevious && !onNext) return null
  return (
    <nav aria-label={t('ui.pages')} className="flex gap-2">
      <Button size="small" disabled={!onPrevious} onClick={() => onPrevious?.()}>
        {t('ui.previous')}
      </Button>
      <Button size="small" disabled={!onNext} onClick={() => onNext?.()}>
        {t('ui.next')}
      </Button>
    </nav>
  )
}

function Group({ group: { kind, items }, children }: { group: SearchGroup; children: ReactNode }) {
  const { t } = useTranslation()
  const heading = `search-${kind}`
  return (
    <section aria-labelledby={heading} className="mb-8">
      <h2 id={heading} className="mb-2 text-lg font-semibold">
        {t(`search.kinds.${kind}`)}
      </h2>
      <Lines>
        {items.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </Lines>
      <div className="mt-3">{children}</div>
    </section>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useHitTitle()
  const about = hit.kind === 'methodology' && hit.about ? t('search.version', { version: hit.about }) : hit.about
  const facts = [about, hit.country && format.country(hit.country)].filter(Boolean).join(' · ')
  return (
    <Line
      to={hit.path}
      words={titleOf(hit)}
      note={facts}
      figure={
        hit.quantity !== null &&
        t(hit.kind === 'claim' ? 'search.retired' : 'search.issued', { quantity: format.quantity(hit.quantity) })
      }
    />
  )
}

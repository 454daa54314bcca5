import type { ReactNode } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readFigures } from '#shared/contract/registry.ts'
import { figuresPath, paths } from '#shared/rules/paths.ts'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAuth } from '#web/lib/sign-in.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignIn } from '#web/lib/use-sign-in.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { usePageTitle } from '#web/ui/page.tsx'
import { Pattern } from '#web/ui/pattern.tsx'
import { Tile } from '#web/ui/tile.tsx'

/** The visitor's home page; `more` stands below the figures. */
export function HeroPage({ more }: { more: ReactNode }) {
  const { t } = useTranslation()
  const { activeNavigator } = useAuth()
  const signIn = useSignIn()
  const { name, tagline } = useWords()
  usePageTitle()
  return (
    <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6 sm:py-12">
      <section className="grid overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-[3fr_2fr]">
        <div className="flex flex-col items-start justify-center gap-6 px-6 py-12 sm:px-10 sm:py-20">
          <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">{name}</h1>
          <p className="max-w-prose text-lg text-ink-soft">{tagline}</p>
          <div className="flex flex-wrap gap-3">
            <Button tone="primary" size="large" busy={activeNavigator === 'signinRedirect'} onClick={signIn}>
              {t('layout.signIn')}
            </Button>
            <ButtonLink to={paths.projects} size="large">
              {t('hero.explore')}
            </ButtonLink>
          </div>
        </div>
        <div className="h-40 lg:h-auto">
          <Pattern of={site().tenantId} inAccent />
        </div>
      </section>
      <Figures more={more} />
    </div>
  )
}

/** Returns the text key for the last reconciliation: a disagreement outranks its age. */
export function verdictOf({ reconciliation, isOld }: Pick<ReplyOf<typeof readFigures>, 'reconciliation' | 'isOld'>) {
  if (reconciliation && !reconciliation.agreed) return 'hero.disagreed'
  return isOld ? 'hero.old' : reconciliation && 'hero.agreed'
}

/** Omits the figures if they cannot be read. `more` waits until the read has finished. */
function Figures({ more }: { more: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { tenantId } = site()
  const { assetNamePlural } = useWords()
  const { data, error } = useRead(first.readFigures, { query: { tenantId } })
  // Reserves height, so that the footer does not jump.
  if (!data) return error ? more : <div className="min-h-dvh" />
  const { reconciliation } = data
  const verdict = verdictOf(data)
  return (
    <>
      <section aria-label={t('hero.figures')} className="mt-6">
        {/* The date needs a wide tile: never three columns. */}
        <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          <Tile label={t('hero.projects')} value={format.quantity(data.projects)} to={paths.projects} />
          <Tile
            label={t('hero.issued', { assets: assetNamePlural })}
            value={format.quantity(data.issued)}
            to={figuresPath}
          />
          <Tile
            label={t('hero.claimed', { assets: assetNamePlural })}
            value={format.quantity(data.claimed)}
            to={paths.claims}
          />
          <Tile
            label={t('hero.reconciled')}
            value={
              <span className="max-sm:text-lg">
                {reconciliation ? format.date(reconciliation.at) : t('hero.notYet')}
              </span>
            }
            note={verdict && t(verdict)}
          />
        </dl>
      </section>
      {more}
    </>
  )
}

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
import { Figure } from '#web/ui/figure.tsx'
import { usePageTitle } from '#web/ui/page.tsx'
import { type Answer, AskBox } from './ask-box.tsx'

/** The visitor's home page: the box with its `answer`, beside it the `map`, and `more` below the figures. */
export function HeroPage({ answer, map, more }: { answer: Answer; map: ReactNode; more: ReactNode }) {
  const { t } = useTranslation()
  const { activeNavigator } = useAuth()
  const signIn = useSignIn()
  const { name, tagline } = useWords()
  usePageTitle()
  return (
    <div className="mx-auto max-w-7xl px-4 py-6 sm:px-6 sm:py-10">
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        {/* Fills a phone's first screen, so that the map loads later. */}
        <div className="flex flex-col gap-6 max-sm:min-h-[calc(100svh-6rem)] lg:contents">
          <div>
            <h1 className="text-title font-semibold tracking-tight">{name}</h1>
            <p className="mt-2 max-w-prose text-lg text-ink-soft">{tagline}</p>
            <AskBox answer={answer} />
            <div className="mt-6 flex flex-wrap gap-3">
              <Button busy={activeNavigator === 'signinRedirect'} onClick={signIn}>
                {t('layout.signIn')}
              </Button>
              <ButtonLink to={paths.projects}>{t('hero.explore')}</ButtonLink>
            </div>
          </div>
          <Figures />
        </div>
        <div className="lg:col-start-2 lg:row-start-1">{map}</div>
      </div>
      {more}
    </div>
  )
}

/** Returns the text key for the last reconciliation: a disagreement outranks its age. */
export function verdictOf({ reconciliation, isOld }: Pick<ReplyOf<typeof readFigures>, 'reconciliation' | 'isOld'>) {
  if (reconciliation && !reconciliation.agreed) return 'hero.disagreed'
  return isOld ? 'hero.old' : reconciliation && 'hero.agreed'
}

/** Without figures if they cannot be read. */
function Figures() {
  const { t } = useTranslation()
  const format = useFormat()
  const { tenantId } = site()
  const { assetNamePlural } = useWords()
  const { data } = useRead(first.readFigures, { query: { tenantId } })
  const verdict = data && verdictOf(data)
  const { reconciliation } = data ?? {}
  return (
    <section
      aria-label={t('hero.figures')}
      className="min-h-41 border-y border-line py-4 max-sm:mt-auto lg:col-span-2 lg:min-h-27"
    >
      {data && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
          <Figure label={t('hero.projects')} to={paths.projects} value={format.quantity(data.projects)} />
          <Figure
            label={t('hero.issued', { assets: assetNamePlural })}
            to={figuresPath}
            value={format.quantity(data.issued)}
          />
          <Figure
            label={t('hero.claimed', { assets: assetNamePlural })}
            to={paths.claims}
            value={format.quantity(data.claimed)}
          />
          <Figure
            label={t('hero.reconciled')}
            value={reconciliation ? format.date(reconciliation.at) : t('hero.notYet')}
            note={verdict ? t(verdict) : ''}
          />
        </dl>
      )}
    </section>
  )
}

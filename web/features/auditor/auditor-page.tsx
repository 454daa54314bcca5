import { useCallback, useEffect, useState } from 'react'
import { SWRConfig } from 'swr'
import { readBooks } from '#shared/contract/auditor-links.ts'
import { readDisclosure } from '#shared/contract/disclosure.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { lastDayOf, yearsOf } from '#shared/rules/auditor-link.ts'
import { FilesOfYear } from '#web/domain/files-of-year.tsx'
import { fileByLink, forgetLink, heldLink, isLinkRefused, linkSettings } from '#web/lib/by-link.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { loadRefusals } from '#web/lib/refusal-texts.ts'
import { useRead } from '#web/lib/use-read.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { BookedClaims } from './booked-claims.tsx'

/** An account's claims of some years, for the bearer of a link, until it ends. */
export function AuditorPage() {
  const { t } = useTranslation()
  const [refusal, setRefusal] = useState<Error | 'ended' | null>(null)
  const refuse = useCallback((reason: Error | 'ended') => {
    forgetLink('auditor')
    setRefusal(reason)
  }, [])
  const end = useCallback(() => void loadRefusals().then(() => refuse('ended')), [refuse])
  if (refusal) return <Over refusal={refusal} />
  if (!heldLink('auditor')) {
    return (
      <Page title={t('auditor.heading')} narrow>
        <Empty text={t('auditor.noLink')} />
      </Page>
    )
  }
  const onError = (error: unknown) => isLinkRefused(error) && refuse(error)
  return (
    <SWRConfig value={{ ...linkSettings, onError }}>
      <Books
        onEnd={end}
        fetchFile={(...file) =>
          fileByLink(...file).catch((error: unknown) => {
            onError(error)
            throw error
          })
        }
      />
    </SWRConfig>
  )
}

function Over({ refusal }: { refusal: Error | 'ended' }) {
  const { t, i18n } = useTranslation()
  const text = refusal === 'ended' ? t('refusals.auditorLink.ended') : failureText(refusal, i18n)
  return (
    <Page title={t('auditor.heading')} narrow>
      <div role="alert">
        <Notice tone="warn" title={text} />
      </div>
    </Page>
  )
}

function Books({ onEnd, fetchFile }: { onEnd: () => void; fetchFile: typeof fileByLink }) {
  const { t } = useTranslation()
  const format = useFormat()
  const books = useRead(readBooks)
  const { data } = books
  const link = data?.link
  useEnd(data, books.retry, onEnd)
  if (!data || !link) {
    return (
      <Page title={t('auditor.heading')}>
        <Loaded from={books}>{() => null}</Loaded>
      </Page>
    )
  }
  const { label, endsAt } = link
  return (
    <Page
      title={t('auditor.title', { account: data.account })}
      lead={t('auditor.lead', { label, years: yearsOf(link), day: format.date(lastDayOf(endsAt)) })}
    >
      <YearlyFiles fetchFile={fetchFile} />
      <Section title={t('auditor.claims')}>
        <BookedClaims firstYear={link.firstYear} lastYear={link.lastYear} />
      </Section>
    </Page>
  )
}

/** The longest time that a browser's timer takes. */
const longestMs = 2 ** 31 - 1

/** Calls `onEnd` when the link ends, by the registry's clock. */
function useEnd(books: ReplyOf<typeof readBooks> | undefined, readAgain: () => void, onEnd: () => void): void {
  useEffect(() => {
    if (!books?.link) return
    const leftMs = Date.parse(books.link.endsAt) - Date.parse(books.now)
    const timer = setTimeout(leftMs > longestMs ? readAgain : onEnd, Math.min(leftMs, longestMs))
    return () => clearTimeout(timer)
  }, [books, readAgain, onEnd])
}

function YearlyFiles({ fetchFile }: { fetchFile: typeof fileByLink }) {
  const { t } = useTranslation()
  const disclosure = useRead(readDisclosure)
  return (
    <Section title={t('yearly.title')}>
      <Card>
        <Loaded
          from={disclosure}
          rows={2}
          isEmpty={({ years }) => years.length === 0}
          empty={<Empty text={t('auditor.none')} />}
        >
          {({ years }) => <FilesOfYear years={years} fetchFile={fetchFile} />}
        </Loaded>
      </Card>
    </Section>
  )
}

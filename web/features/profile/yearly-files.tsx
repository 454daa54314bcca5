import { readDisclosure } from '#shared/contract/disclosure.ts'
import { FilesOfYear } from '#web/domain/files-of-year.tsx'
import { fetchFile } from '#web/lib/send.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Card, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

/** What an account retired in a year: tables for disclosures, and the audit file. By default of the reader's account. */
export function YearlyFiles({ accountId }: { accountId?: string }) {
  const { t } = useTranslation()
  const disclosure = useRead(readDisclosure, { query: { accountId } })
  const isOther = accountId !== undefined
  return (
    <Section title={t('yearly.title')}>
      <p className="-mt-2 mb-4 text-sm text-ink-faint">{t(isOther ? 'yearly.helpOf' : 'yearly.help')}</p>
      <Card>
        <Loaded
          from={disclosure}
          rows={2}
          isEmpty={({ years }) => years.length === 0}
          empty={<Empty text={t(isOther ? 'yearly.noneOf' : 'yearly.none')} />}
        >
          {({ years }) => (
            <FilesOfYear
              years={years}
              prefix={isOther ? `${accountId}-` : ''}
              fetchFile={(endpoint, query) => fetchFile(endpoint, { query: { ...query, accountId } })}
            />
          )}
        </Loaded>
      </Card>
    </Section>
  )
}

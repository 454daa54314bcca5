import { readDisclosure } from '#shared/contract/disclosure.ts'
import { FilesOfYear } from '#web/domain/files-of-year.tsx'
import { fetchFile } from '#web/lib/send.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Card, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

/** What the account retired in a year: tables for disclosures, and the audit file. */
export function YearlyFiles() {
  const { t } = useTranslation()
  const disclosure = useRead(readDisclosure)
  return (
    <Section title={t('yearly.title')}>
      <p className="-mt-2 mb-4 text-sm text-ink-faint">{t('yearly.help')}</p>
      <Card>
        <Loaded
          from={disclosure}
          rows={2}
          isEmpty={({ years }) => years.length === 0}
          empty={<Empty text={t('yearly.none')} />}
        >
          {({ years }) => <FilesOfYear years={years} fetchFile={(endpoint, query) => fetchFile(endpoint, { query })} />}
        </Loaded>
      </Card>
    </Section>
  )
}

import { FileArchive, FileSpreadsheet, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { readAuditFileOfYear } from '#shared/contract/claims.ts'
import { exportDisclosure, readDisclosureWorkbook } from '#shared/contract/disclosure.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { useFormat } from '#web/lib/format.ts'
import { useDownload } from '#web/lib/use-download.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Select } from '#web/ui/field.tsx'

type Year = { year: string; units: number; claims: number }

/** What an account retired in a year, as tables for disclosures and as the audit file. */
export function FilesOfYear({
  years,
  prefix = '',
  fetchFile,
}: {
  years: readonly Year[]
  /** Of the files' names. */
  prefix?: string
  fetchFile: (endpoint: Endpoint, query: object) => Promise<Blob>
}) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, download } = useDownload(setFailure)
  const [chosen, setChosen] = useState(years[0]?.year)
  const of = years.find(({ year }) => year === chosen) ?? years[0]
  if (!of) return null
  const { year, units, claims } = of
  const language = languageOf(i18n.resolvedLanguage)
  const parts = Math.ceil(claims / limits.auditFileClaims)
  const fileName = `${prefix}retirements-${year}`
  const save = (endpoint: Endpoint, query: object, name: string) => {
    setFailure(null)
    void download(() => fetchFile(endpoint, query), name)
  }
  const auditFile = (part: number) =>
    save(readAuditFileOfYear, { year, part, language }, `${fileName}${parts > 1 ? `-${part}` : ''}.zip`)
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t('yearly.year')}
        value={year}
        choices={years.map(({ year }) => ({ value: year, label: year }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <p role="status">
        {t('yearly.units', {
          count: units,
          quantity: format.quantity(units),
          claims: t('yearly.claims', { count: claims, quantity: format.quantity(claims) }),
        })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={busy}
          icon={<FileSpreadsheet aria-hidden size={16} />}
          onClick={() => save(readDisclosureWorkbook, { year, language }, `${fileName}.xlsx`)}
        >
          {t('yearly.tables')}
        </Button>
        <Button
          busy={busy}
          icon={<Rows3 aria-hidden size={16} />}
          onClick={() => save(exportDisclosure, { year, heads: language }, `${fileName}.csv`)}
        >
          {t('yearly.lines')}
        </Button>
        {Array.from({ length: parts }, (_, at) => at + 1).map((part) => (
          <Button key={part} busy={busy} icon={<FileArchive aria-hidden size={16} />} onClick={() => auditFile(part)}>
            {parts > 1 ? t('yearly.auditPart', { part, parts }) : t('yearly.auditFile')}
          </Button>
        ))}
      </div>
      <Failure text={failure} />
    </div>
  )
}

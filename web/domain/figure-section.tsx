import type { ReactNode } from 'react'
import type { CsvField } from '#shared/rules/csv.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { GlossaryWord } from '#web/ui/glossary-word.ts'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Word } from '#web/ui/word.tsx'
import { SaveRows } from './save-rows.tsx'

export interface FigureRow {
  key: string
  name: string
  /** Stands before the name. */
  mark?: ReactNode
  /** The page of the summarised items. */
  path?: string
  figures: readonly number[]
}

/** A chart with its table, which is printed if it is open, and its CSV file. */
export function FigureSection({
  title,
  word,
  file,
  heads,
  rows,
  asOf,
  children,
}: {
  title: string
  /** Explains the title. */
  word?: GlossaryWord | undefined
  file: string
  /** The name's head, then one per figure. */
  heads: readonly string[]
  rows: readonly FigureRow[]
  asOf: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [nameHead = '', ...figureHeads] = heads
  const columns: Column<FigureRow>[] = [
    {
      label: nameHead,
      cell: (row) =>
        row.path ? (
          <Link to={row.path} className="row-link">
            {row.name}
          </Link>
        ) : (
          <>
            {row.mark}
            {row.name}
          </>
        ),
    },
    ...figureHeads.map((label, index) => ({
      label,
      figure: true,
      cell: (row: FigureRow) => format.quantity(row.figures[index] ?? 0),
    })),
  ]
  const fields: CsvField<FigureRow>[] = [
    { label: nameHead, of: (row) => row.name },
    ...figureHeads.map((label, index) => ({ label, of: (row: FigureRow) => row.figures[index] })),
  ]
  return (
    <Section
      title={word ? <Word of={word}>{title}</Word> : title}
      actions={<SaveRows title={title} file={file} fields={fields} rows={rows} asOf={asOf} />}
    >
      {children}
      <details className="mt-4 print:not-open:hidden">
        <summary className="w-fit cursor-pointer py-1 text-sm text-ink-soft hover:text-ink">
          {t('charts.table')}
        </summary>
        <div className="mt-3">
          <Table label={title} columns={columns} rows={rows} keyOf={(row) => row.key} />
        </div>
      </details>
    </Section>
  )
}

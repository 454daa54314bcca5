import { Fragment } from 'react'
import { projectPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'

/** Lines may break only between the parts of a serial number. */
export function SerialNumber({ serial }: { serial: string }) {
  return (
    <span className="tabular">
      {serial.split('-').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one serial number never move
        <Fragment key={index}>
          {index > 0 && (
            <>
              -<wbr />
            </>
          )}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}

interface Range {
  serial: string
  quantity: number
  projectName?: string
  projectKey?: string
  vintage?: string
}

/** Serial number ranges. `count` is the total, including ranges not listed. */
export function SerialRanges({ ranges, count }: { ranges: readonly Range[]; count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {ranges.map((range) => (
          <li key={range.serial} className="flex items-center justify-between gap-x-4 px-4 py-2">
            <div className="min-w-0">
              <CopyText text={range.serial} shown={<SerialNumber serial={range.serial} />} />
              {range.projectName && (
                <span className="block pb-1 text-sm text-ink-soft">
                  {range.projectKey ? (
                    <Link to={projectPath(range.projectKey)} className="link">
                      {range.projectName}
                    </Link>
                  ) : (
                    range.projectName
                  )}
                  {range.vintage && ` · ${range.vintage}`}
                </span>
              )}
            </div>
            <span className="tabular shrink-0">{format.quantity(range.quantity)}</span>
          </li>
        ))}
      </ul>
      {count > ranges.length && (
        <p className="mt-2 text-sm text-ink-faint">{t('claims.moreRanges', { count: count - ranges.length })}</p>
      )}
    </>
  )
}

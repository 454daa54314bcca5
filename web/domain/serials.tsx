import { Fragment } from 'react'
import { projectPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Lines } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'
import { Units } from './units.tsx'

/** Lines may break only between the parts of a serial number. The two numbers of a range are one part. */
export function SerialNumber({ serial }: { serial: string }) {
  return (
    <span className="tabular">
      {serial.split(/-(?=[^-]*-)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one serial number never move
        <Fragment key={index}>
          {index > 0 && (
            <>
              -<wbr aria-hidden />
            </>
          )}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}

interface Range {
  assetId?: string
  serial: string
  quantity: number
  first?: number
  last?: number
  projectName?: string
  projectKey?: string
  vintage?: string
}

interface Batch {
  assetId: string
  batch: number
  first: number
  last: number
  issued: number
}

/** Serial number ranges. `count` is the total, including ranges not listed; `batches` draw where the ranges lie. */
export function SerialRanges({
  ranges,
  count,
  batches = [],
}: {
  ranges: readonly Range[]
  count: number
  batches?: readonly Batch[]
}) {
  const { t } = useTranslation()
  return (
    <>
      <Lines>
        {ranges.map((range) => (
          <li key={range.serial} className="flex min-h-10 flex-wrap items-center gap-x-4 py-1">
            <div className="min-w-0 flex-1">
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
            <span className="tabular shrink-0">
              <Units count={range.quantity} />
            </span>
            <BatchBar range={range} batch={batches.find(({ assetId }) => assetId === range.assetId)} />
          </li>
        ))}
      </Lines>
      {count > ranges.length && (
        <p className="mt-2 text-sm text-ink-faint">{t('claims.moreRanges', { count: count - ranges.length })}</p>
      )}
    </>
  )
}

/** Where a range lies among the numbers of its batch. */
function BatchBar({ range: { quantity, first, last }, batch }: { range: Range; batch: Batch | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!batch || first === undefined || last === undefined) return null
  const numbers = batch.last - batch.first + 1
  const share = (units: number) => `${(units / numbers) * 100}%`
  return (
    <div className="basis-full pt-1 pb-2">
      <div aria-hidden className="relative h-2 overflow-hidden rounded-sm border border-edge bg-raised">
        <div
          className="absolute inset-y-0 min-w-1 bg-retired"
          style={{ left: `min(${share(first - batch.first)}, 100% - 0.25rem)`, width: share(last - first + 1) }}
        />
      </div>
      <p className="tabular mt-1 text-sm text-ink-soft">
        {t('retirement.batch', {
          quantity: format.quantity(quantity),
          all: format.quantity(batch.issued),
          batch: batch.batch,
        })}
        <span className="block text-ink-faint">
          {t('retirement.bounds', { first, last, lowest: batch.first, highest: batch.last })}
        </span>
      </p>
    </div>
  )
}

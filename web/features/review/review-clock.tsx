import { type ClockLine, readReviewClock } from '#shared/contract/review.ts'
import { useTimeOf } from '#web/domain/time-of.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

export function ReviewClock() {
  const { t } = useTranslation()
  const format = useFormat()
  const clock = useRead(readReviewClock)
  const timeOf = useTimeOf()
  const columns: Column<ClockLine>[] = [
    { label: t('review.clock.stage'), cell: ({ stage }) => t(`review.clock.stages.${stage}`) },
    { label: t('review.clock.month'), cell: ({ month }) => format.month(month) },
    { label: t('review.clock.decided'), figure: true, cell: ({ decided }) => format.quantity(decided) },
    { label: t('review.clock.median'), figure: true, cell: ({ medianHours }) => timeOf(medianHours) },
    { label: t('review.clock.longest'), figure: true, cell: ({ longestHours }) => timeOf(longestHours) },
  ]
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">{t('review.clock.lead')}</p>
      <Loaded
        from={clock}
        rows={5}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty text={t('review.clock.none')} />}
      >
        {({ items }) => (
          <Table
            label={t('review.tab.clock')}
            columns={columns}
            rows={items}
            keyOf={({ month, stage }) => `${month} ${stage}`}
          />
        )}
      </Loaded>
    </>
  )
}

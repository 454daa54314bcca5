import { reviewPath } from '#shared/rules/paths.ts'
import { useTimeOf } from '#web/domain/time-of.ts'
import { useWaitingForReview } from '#web/domain/waiting-for-review.ts'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'

const unknown = '–'
const queues = ['projects', 'accounts', 'methodologies'] as const

/** Queues, and how long last month's decisions took. */
export function RegistryDesk() {
  const { t } = useTranslation()
  const format = useFormat()
  const timeOf = useTimeOf()
  const waiting = useWaitingForReview()
  const clock = useRead(first.readReviewClock)
  const lines = clock.data?.items ?? []
  const lastMonth = lines.filter(({ month }) => month === lines[0]?.month)
  return (
    <Section title={t('dashboard.registry')}>
      <Tiles>
        {queues.map((queue) => (
          <Tile
            key={queue}
            label={t(`review.tab.${queue}`)}
            value={waiting[queue].data ? format.quantity(waiting[queue].data.total) : unknown}
            note={t('dashboard.forDecision', { count: waiting[queue].data?.total ?? 0 })}
            to={reviewPath(queue)}
          />
        ))}
      </Tiles>
      {lastMonth.length > 0 && (
        <div className="mt-3 sm:mt-4">
          <Tiles>
            {lastMonth.map(({ stage, month, medianHours, decided }) => (
              <Tile
                key={stage}
                label={`${t(`review.clock.stages.${stage}`)}, ${format.month(month)}`}
                value={timeOf(medianHours)}
                note={t('dashboard.medianOf', { count: decided })}
                to={reviewPath('clock')}
              />
            ))}
          </Tiles>
        </div>
      )}
      <NotLoaded from={[...Object.values(waiting), clock]} />
    </Section>
  )
}

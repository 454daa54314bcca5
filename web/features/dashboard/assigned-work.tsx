import { statusPath } from '#shared/rules/paths.ts'
import { statusesOf } from '#web/domain/status.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Section } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'

const kinds = { measurements: 'measurement', verifications: 'verification' } as const

/** Counts by state in lifecycle order. */
export function AssignedWork({ kind }: { kind: keyof typeof kinds }) {
  const { t } = useTranslation()
  const format = useFormat()
  const assigned = useRead(first.countAssigned)
  if (!assigned.data) return <NotLoaded from={[assigned]} />
  const counts = assigned.data[kind]
  return (
    <Section title={t(`dashboard.assigned.${kind}`)}>
      {counts.length === 0 ? (
        <Empty text={t('dashboard.noneAssigned')} />
      ) : (
        <Tiles>
          {statusesOf(kinds[kind]).map(({ status, word }) => {
            const found = counts.find((each) => each.status === status)
            return found ? (
              <Tile key={status} label={t(word)} value={format.quantity(found.count)} to={statusPath(kind, status)} />
            ) : null
          })}
        </Tiles>
      )}
    </Section>
  )
}

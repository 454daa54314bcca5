import { statusPath } from '#shared/rules/paths.ts'
import { statusesOf } from '#web/domain/status.tsx'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'

const kinds = { measurements: 'measurement', verifications: 'verification' } as const

/** Counts by state in lifecycle order. */
export function AssignedWork({ kind }: { kind: keyof typeof kinds }) {
  const { t } = useTranslation()
  const format = useFormat()
  const assigned = useRead(first.countAssigned)
  return (
    <Section title={t(`dashboard.assigned.${kind}`)}>
      <Loaded
        from={assigned}
        rows={2}
        isEmpty={(counts) => counts[kind].length === 0}
        empty={<Empty text={t('dashboard.noneAssigned')} />}
      >
        {(counts) => (
          <Tiles>
            {statusesOf(kinds[kind]).map(({ status, word }) => {
              const found = counts[kind].find((each) => each.status === status)
              return found ? (
                <Tile key={status} label={t(word)} value={format.quantity(found.count)} to={statusPath(kind, status)} />
              ) : null
            })}
          </Tiles>
        )}
      </Loaded>
    </Section>
  )
}

import { paths } from '#shared/rules/paths.ts'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Session } from '#web/lib/session.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { NotLoaded } from '#web/ui/load-together.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'
import { useHoldings } from './use-holdings.ts'
import { useWork } from './use-work.ts'

const unknown = '–'

export function DashboardTiles({ session: { accountId } }: { session: Session }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { assetNamePlural } = useWords()
  const projects = useRead(first.listMyProjects, { query: { limit: 20 } })
  const balances = useHoldings(accountId)
  const { measurements, verifications } = useWork()
  const balance = balances.data?.reduce((sum, item) => sum + item.balance, 0)
  const ownProjects = (
    <Tile
      label={t('layout.myProjects')}
      value={projects.data ? format.quantity(projects.data.total) : unknown}
      to={paths.myProjects}
    />
  )
  const hasNone = projects.data?.total === 0
  return (
    <>
      <Tiles isNarrow>
        {!hasNone && ownProjects}
        {accountId !== null && (
          <Tile
            label={assetNamePlural}
            value={balance === undefined ? unknown : format.quantity(balance)}
            to={paths.wallet}
          />
        )}
        {measurements.data && measurements.data.total > 0 && (
          <Tile
            label={t('layout.measurements')}
            value={format.quantity(measurements.data.total)}
            to={paths.measurements}
          />
        )}
        {verifications.data && verifications.data.total > 0 && (
          <Tile
            label={t('layout.verifications')}
            value={format.quantity(verifications.data.total)}
            to={paths.verifications}
          />
        )}
        {hasNone && ownProjects}
      </Tiles>
      <NotLoaded from={[projects, balances, measurements, verifications]} />
    </>
  )
}

import { paths, projectPath } from '#shared/rules/paths.ts'
import { Units } from '#web/domain/units.tsx'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Line, Lines, More } from '#web/ui/lines.tsx'
import { Section } from '#web/ui/page.tsx'
import { useHoldings } from './use-holdings.ts'

const shown = 3

/** Hidden if there are none; the tile of the total tells a failure. */
export function Holdings({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const held = useHoldings(accountId).data?.filter(({ balance }) => balance > 0) ?? []
  if (held.length === 0) return null
  return (
    <Section title={t('dashboard.holdings')} actions={<More to={paths.wallet} text={t('layout.wallet')} />}>
      <Lines>
        {held.slice(0, shown).map(({ assetId, projectKey, projectName, vintage, balance }) => (
          <Line
            key={assetId}
            to={projectPath(projectKey)}
            words={projectName}
            note={vintage}
            figure={<Units count={balance} />}
          />
        ))}
      </Lines>
    </Section>
  )
}

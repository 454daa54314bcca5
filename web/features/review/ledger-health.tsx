import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { settlementStates } from '#shared/rules/lifecycle/settlement.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/page.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Tile, Tiles } from '#web/ui/tile.tsx'
import { ReissueOfCertificates } from './reissue.tsx'

type Figures = ReplyOf<typeof readFigures>

/** Refresh interval while movements are unsettled. */
const unsettledEveryMs = 3_000
const figures = ['projects', 'issued', 'claimed', 'cancelled', 'claims'] as const

/** Reconciliation with the chain, settlement counts, public figures, and certificates to issue anew. */
export function LedgerHealth() {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useRead(readFigures, {
    query: { tenantId: site().tenantId },
    everyMs: (found) => (found && found.settlement.recorded + found.settlement.submitted > 0 ? unsettledEveryMs : 0),
  })
  return (
    <Loaded from={read} rows={5}>
      {(found) => (
        <>
          <Section title={t('ledgerHealth.reconciliation')}>
            {found.isOld && (
              <div className="mb-4">
                <Notice tone="waiting" title={t('ledgerHealth.old')} />
              </div>
            )}
            <Reconciliation result={found.reconciliation} />
          </Section>
          <Section title={t('ledgerHealth.settlement')}>
            <Settlement settlement={found.settlement} />
          </Section>
          <Section title={t('ledgerHealth.figures')}>
            <Tiles>
              {figures.map((figure) => (
                <Tile key={figure} label={t(`ledgerHealth.${figure}`)} value={format.quantity(found[figure])} />
              ))}
            </Tiles>
          </Section>
          <ReissueOfCertificates />
        </>
      )}
    </Loaded>
  )
}

function Reconciliation({ result }: { result: Figures['reconciliation'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!result) return <Notice tone="waiting" title={t('ledgerHealth.never')} />
  return (
    <>
      <Notice
        tone={result.agreed ? 'good' : 'bad'}
        title={t(result.agreed ? 'ledgerHealth.agreed' : 'ledgerHealth.disagreed')}
      />
      <div className="mt-4">
        <Facts>
          <Fact label={t('ledgerHealth.comparedAt')}>{format.time(result.at)}</Fact>
          <Fact label={t('ledgerHealth.sequence')} figure>
            {format.quantity(result.sequence)}
          </Fact>
          <Fact label={t('ledgerHealth.assets')} figure>
            {format.quantity(result.assets)}
          </Fact>
          <Fact label={t('ledgerHealth.mismatches')} wide>
            {result.mismatches.length === 0 ? null : (
              <ul className="flex flex-col gap-1">
                {result.mismatches.map(({ assetId, message }) => (
                  <li key={`${assetId ?? ''} ${message}`} className="text-bad">
                    {message}
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        </Facts>
      </div>
    </>
  )
}

function Settlement({ settlement }: { settlement: Figures['settlement'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const all = settlementStates.reduce((sum, state) => sum + settlement[state], 0)
  if (all === 0) return <Notice tone="neutral" title={t('ledgerHealth.none')} />
  return (
    <>
      <Progress
        label={t('ledgerHealth.progress')}
        value={settlement.confirmed}
        max={all}
        text={t('ledgerHealth.ofAll', {
          confirmed: format.quantity(settlement.confirmed),
          all: format.quantity(all),
        })}
      />
      <div className="mt-4">
        <Tiles>
          {settlementStates.map((state) => (
            <Tile
              key={state}
              label={t(`transactions.settlement.${state}`)}
              value={format.quantity(settlement[state])}
            />
          ))}
        </Tiles>
      </div>
    </>
  )
}

import type { PublicRecord } from '#shared/contract/transactions.ts'
import { claimPath, paths } from '#shared/rules/paths.ts'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { SerialRanges } from '#web/domain/serials.tsx'
import { addressOf, isMissing } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { Word } from '#web/ui/word.tsx'
import { SettlementSteps } from './settlement-steps.tsx'
import { useSettlement } from './use-settlement.ts'

/** A movement in words, with serial numbers and raw ledger and chain data. */
export function RecordView({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation()
  const record = useRead(reading.readPublicRecord, { params: { transactionId } })
  const { data, retry } = record
  const state = useSettlement(data && { transactionId, tenantId: data.tenantId, state: data.settlement.state }, retry)
  if (isMissing(record.error)) {
    return (
      <Page title={t('records.unknownTitle')} narrow>
        <Empty text={t('records.unknown')} action={<ButtonLink to={paths.claims}>{t('claims.toList')}</ButtonLink>} />
      </Page>
    )
  }
  return (
    <Page title={t('records.title')} lead={t('records.lead')} narrow>
      <Loaded from={record} rows={6}>
        {(read) => (
          <>
            <Words record={read} />
            <Section title={<Word of="settlement">{t('claims.settlement')}</Word>}>
              <SettlementSteps state={state ?? read.settlement.state} reason={read.settlement.reason} />
            </Section>
            <Section title={<Word of="serial number">{t('claims.serials')}</Word>}>
              <SerialRanges ranges={read.entries} count={read.entryCount} />
            </Section>
            <RawForm record={read} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Words({ record }: { record: PublicRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  const quantity = format.quantity(record.quantity)
  const from = record.from?.name ?? ''
  const to = record.to?.name ?? ''
  return (
    <Card>
      <p className="text-lg">{t(`records.words.${record.type}`, { count: record.quantity, quantity, from, to })}</p>
      <div className="mt-4">
        <Facts>
          <Fact label={t('records.operation')}>{t(`transactions.type.${record.type}`)}</Fact>
          <Fact label={t('records.quantity')} figure>
            {quantity}
          </Fact>
          <Fact label={t('records.project')}>
            <ProjectLink of={record} className="link" />
          </Fact>
          <Fact label={t('records.when')}>{format.time(record.when)}</Fact>
          <Fact label={t('records.from')}>{from}</Fact>
          <Fact label={t('records.to')}>{to}</Fact>
          <Fact label={t('records.claim')}>
            {record.claimId && (
              <Link to={claimPath(record.claimId)} className="link">
                {t('claims.view')}
              </Link>
            )}
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}

function RawForm({ record: { ledger, chain, tenantId, transactionId } }: { record: PublicRecord }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Section title={<Word of="ledger">{t('records.ledger')}</Word>}>
        <Facts>
          <Fact label={t('records.transactionId')} wide>
            <CopyText text={transactionId} />
          </Fact>
          <Fact label={t('records.sequence')}>{ledger?.sequence}</Fact>
          <Fact label={<Word of="hash">{t('records.hash')}</Word>} wide>
            {ledger && <CopyText text={ledger.hash} />}
          </Fact>
          <Fact label={t('records.previousHash')} wide>
            {ledger && <CopyText text={ledger.previousHash} />}
          </Fact>
          <Fact label={t('records.proof')} wide>
            {ledger && (
              <>
                <a
                  href={addressOf(reading.readProof, { params: { transactionId }, query: { tenantId } })}
                  download={`proof-${transactionId}.json`}
                  className="link"
                >
                  {t('records.proofFile')}
                </a>{' '}
                ·{' '}
                <a href="/check.html" className="link">
                  {t('records.checkPage')}
                </a>
              </>
            )}
          </Fact>
        </Facts>
      </Section>
      <Section title={t('records.chain')}>
        {chain ? (
          <Facts>
            <Fact label={t('records.chainTransaction')} wide>
              {chain.transactionHash &&
                (chain.explorerUrl ? (
                  <a href={chain.explorerUrl} target="_blank" rel="noreferrer" className="link break-all">
                    {chain.transactionHash}
                  </a>
                ) : (
                  <CopyText text={chain.transactionHash} />
                ))}
            </Fact>
            <Fact label={t('records.block')} figure>
              {chain.blockNumber !== null && format.quantity(chain.blockNumber)}
            </Fact>
            <Fact label={t('records.blockTime')}>{format.time(chain.blockTime)}</Fact>
            <Fact label={t('records.confirmations')} figure>
              {chain.confirmations !== null && format.quantity(chain.confirmations)}
            </Fact>
            <Fact label={t('records.gasUsed')} figure>
              {chain.gasUsed !== null && format.quantity(chain.gasUsed)}
            </Fact>
            <Fact label={t('records.operationId')} wide>
              <CopyText text={chain.operationId} />
            </Fact>
            <Fact label={t('records.contract')} wide>
              <CopyText text={chain.contract} />
            </Fact>
            <Fact label={t('records.chainId')}>{String(chain.chainId)}</Fact>
          </Facts>
        ) : (
          <Notice tone="waiting" title={t('records.notYet')} />
        )}
      </Section>
    </>
  )
}

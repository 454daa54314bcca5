import type { ReactNode } from 'react'
import type { Evidence } from '#shared/contract/evidence.ts'
import { methodologyPath, workPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { useDocumentTitle } from './document-title.ts'
import { OpenDocument } from './open-document.tsx'

/** Shows the evidence behind issued units, one tree per asset. */
export function EvidenceSection({ of }: { of: { tenantId: string; projectId?: string; claimId?: string } }) {
  const { t } = useTranslation()
  const session = useSession()
  const evidence = useRead(reading.readEvidence, { query: of, asUser: session !== null })
  if (evidence.data?.items.length === 0) return null
  return (
    <Section title={t('evidence.title')}>
      <Loaded from={evidence}>
        {({ items }) =>
          items.length <= unfolded ? (
            <Trees of={items} />
          ) : (
            <details>
              <summary className="py-2">{t('evidence.ofEach', { count: items.length })}</summary>
              <Trees of={items} />
            </details>
          )
        }
      </Loaded>
    </Section>
  )
}

/** More trees are folded. */
const unfolded = 3

function Trees({ of }: { of: readonly Evidence[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {of.map((item) => (
        <li key={item.assetId}>
          <Card>
            <EvidenceTree of={item} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** The evidence behind the units of one asset. */
export function EvidenceTree({ of: { verification, measurement, methodology, ...asset } }: { of: Evidence }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <h3 className="tabular font-semibold">
        {t('evidence.asset', { ...asset, count: asset.issued, quantity: format.quantity(asset.issued) })}
      </h3>
      {asset.serials.map(({ serial }) => (
        <p key={serial}>
          <CopyText text={serial} />
        </p>
      ))}
      {verification ? (
        <Branch
          title={t('evidence.verification')}
          to={asset.isInsider ? workPath('verifications', asset.projectId, verification.verificationId) : null}
          words={t('evidence.verified', {
            name: verification.name,
            count: verification.quantity,
            quantity: format.quantity(verification.quantity),
            date: format.date(verification.decidedAt),
          })}
          documents={verification.documents}
        >
          {verification.quantityReason && <p className="text-ink-soft">{verification.quantityReason}</p>}
          {measurement && (
            <Branch
              title={t('evidence.measurement')}
              to={asset.isInsider ? workPath('measurements', asset.projectId, measurement.measurementId) : null}
              words={t('evidence.measured', {
                name: measurement.name,
                count: measurement.quantity,
                quantity: format.quantity(measurement.quantity),
                from: format.date(measurement.periodStart),
                to: format.date(measurement.periodEnd),
              })}
              documents={measurement.documents}
            >
              {methodology && (
                <Branch
                  title={t('measurements.column.methodology')}
                  to={methodologyPath(methodology.methodologyId)}
                  words={t('measurements.version', { methodology: methodology.name, version: methodology.version })}
                  documents={methodology.documents}
                />
              )}
            </Branch>
          )}
        </Branch>
      ) : (
        <p className="mt-2 text-ink-soft">{t('evidence.imported')}</p>
      )}
    </>
  )
}

/** `to` is null without access. */
function Branch({
  title,
  to,
  words,
  documents,
  children,
}: {
  title: string
  to: string | null
  words: string
  documents: NonNullable<Evidence['verification']>['documents']
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const titleOf = useDocumentTitle()
  return (
    <div className="mt-3 min-w-0 border-l-2 border-line pl-3 sm:pl-5">
      <h4 className="text-sm text-ink-faint">{title}</h4>
      <p className="tabular break-words">
        {to === null ? (
          words
        ) : (
          <Link to={to} className="link">
            {words}
          </Link>
        )}
      </p>
      {documents.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {documents.map((document) => (
            <li key={document.documentId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words">
                {titleOf(document.title)} · {t('documents.version')} {document.version}
              </span>
              <CopyText text={document.sha256} shown={`${document.sha256.slice(0, 12)}…`} />
              <OpenDocument document={document} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

import { listDocuments } from '#shared/contract/documents.ts'
import { readMethodologyVersion } from '#shared/contract/methodologies.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Section } from '#web/ui/page.tsx'
import { DocumentList } from './document-list.tsx'
import { useDocumentTitle } from './document-title.ts'

type Outcome = { kind: 'measurement' | 'verification'; id: string; methodologyId: string | null }

/** Evidence documents, below those that the methodology requires. */
export function OutcomeEvidence({ of: { kind, id, methodologyId } }: { of: Outcome }) {
  const { t } = useTranslation()
  const methodology = useRead(readMethodologyVersion, {
    when: methodologyId !== null,
    params: { methodologyId: methodologyId ?? '' },
    asUser: true,
  })
  const required = methodology.data?.[`${kind}Evidence`] ?? []
  const usual = kind === 'measurement' ? 'Measurement' : 'Verification'
  return (
    <Section title={t(`outcomes.evidence.${kind}s`)}>
      {required.length > 0 && <RequiredEvidence titles={required} of={{ kind, id }} />}
      <DocumentList subject={{ kind, id }} types={[...new Set([usual, ...required])]} />
    </Section>
  )
}

function RequiredEvidence({
  titles,
  of: { kind, id },
}: {
  titles: readonly string[]
  of: Pick<Outcome, 'kind' | 'id'>
}) {
  const { t } = useTranslation()
  const titleOf = useDocumentTitle()
  const { data: documents } = useRead(listDocuments, { query: { subjectKind: kind, subjectId: id }, asUser: true })
  const present = new Set(documents?.items.map(({ type }) => type.toLowerCase()))
  return (
    <div className="mb-6">
      <p className="mb-2 text-ink-soft">{t('methodologies.asksFor')}</p>
      <ul className="flex flex-col gap-2">
        {titles.map((title) => (
          <li key={title} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{titleOf(title)}</span>
            {documents &&
              (present.has(title.toLowerCase()) ? (
                <Badge tone="good">{t('methodologies.isThere')}</Badge>
              ) : (
                <Badge tone="warn">{t('methodologies.isMissing')}</Badge>
              ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

import { lazy, Suspense } from 'react'
import type { MethodologyVersion } from '#shared/contract/methodologies.ts'
import { methodologyPath, paths } from '#shared/rules/paths.ts'
import { DocumentList } from '#web/domain/document-list.tsx'
import { useDocumentTitle } from '#web/domain/document-title.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { isMissing } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Lines } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { MethodologyProjects } from './methodology-projects.tsx'

/** Visitors load no forms. */
const MethodologyActs = lazy(async () => ({ default: (await import('./methodology-acts.tsx')).MethodologyActs }))

export function MethodologyPage({ methodologyId }: { methodologyId: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { tenantId } = site()
  const read = useRead(reading.readMethodologyVersion, {
    params: { methodologyId },
    query: { tenantId },
    asUser: session !== null,
  })
  if (isMissing(read.error)) {
    return (
      <Page title={t('methodologies.notFound')} lead={t('methodologies.notFoundHelp')} narrow>
        <ButtonLink to={session ? paths.methodologies : paths.projects}>{t('errors.goHome')}</ButtonLink>
      </Page>
    )
  }
  const { data } = read
  return (
    <Page
      title={data ? `${data.name} ${data.version}` : t('methodologies.column.methodology')}
      lead={data && <StatusBadge kind="methodology" status={data.status} />}
      actions={
        data &&
        session && (
          <Suspense>
            <MethodologyActs methodology={data} />
          </Suspense>
        )
      }
    >
      <Loaded from={read} rows={6}>
        {(methodology) => <Shown methodology={methodology} />}
      </Loaded>
    </Page>
  )
}

/** For a decision, without the page around. */
export function ReviewedMethodology({ methodologyId }: { methodologyId: string }) {
  const { tenantId } = site()
  const read = useRead(reading.readMethodologyVersion, { params: { methodologyId }, query: { tenantId }, asUser: true })
  return (
    <Loaded from={read} rows={6}>
      {(methodology) => <Shown methodology={methodology} />}
    </Loaded>
  )
}

/** Links signed-in people to the newest visible version. */
function Newer({ than: { name, methodologyId, tenantId } }: { than: MethodologyVersion }) {
  const { t } = useTranslation()
  const isOwnRegistry = useSession() !== null && tenantId === site().tenantId
  const { data: newest } = useRead(reading.readMethodology, {
    when: isOwnRegistry,
    query: { methodologyName: name },
    asUser: true,
  })
  if (!newest || newest.methodologyId === methodologyId) return null
  return (
    <div className="mb-6">
      <Notice tone="neutral">
        <Link to={methodologyPath(newest.methodologyId)} className="link">
          {t('methodologies.newer', { version: newest.version })}
        </Link>
      </Notice>
    </div>
  )
}

function Shown({ methodology }: { methodology: MethodologyVersion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useDocumentTitle()
  const { methodologyId, tenantId, statusReason, versions } = methodology
  return (
    <>
      <Newer than={methodology} />
      {statusReason && (
        <div className="mb-6">
          <Notice tone={methodology.status === 'rejected' ? 'bad' : 'warn'} title={t('projects.reason')}>
            {statusReason}
          </Notice>
        </div>
      )}
      <Facts>
        <Fact label={t('methodologies.proposedBy')}>{methodology.account}</Fact>
        <Fact label={t('methodologies.created')}>{format.date(methodology.createdAt)}</Fact>
        <Providers methodology={methodology} kind="measurement provider" />
        <Providers methodology={methodology} kind="verification provider" />
        {(['measurementEvidence', 'verificationEvidence'] as const).map((evidence) => (
          <Fact key={evidence} label={t(`methodologies.${evidence}`)} wide>
            {methodology[evidence].map(titleOf).join('\n')}
          </Fact>
        ))}
        <Fact label={t('methodologies.description')} wide>
          {methodology.description}
        </Fact>
      </Facts>
      <Section title={t('methodologies.documents')}>
        <DocumentList subject={{ kind: 'methodology', id: methodologyId, tenantId }} />
      </Section>
      <Section title={t('methodologies.projects')}>
        <MethodologyProjects methodology={methodology} />
      </Section>
      {versions.length > 1 && (
        <Section title={t('methodologies.versions')}>
          <Lines>
            {versions.map((each) => (
              <li key={each.methodologyId} className="row flex min-h-10 items-center gap-x-4">
                {each.methodologyId === methodologyId ? (
                  <span className="font-medium">{each.version}</span>
                ) : (
                  <Link to={methodologyPath(each.methodologyId)} className="row-link">
                    {each.version}
                  </Link>
                )}
                <StatusBadge kind="methodology" status={each.status} />
              </li>
            ))}
          </Lines>
        </Section>
      )}
    </>
  )
}

/** The permitted providers; an empty list permits everybody of that kind. */
function Providers({
  methodology: { providers },
  kind,
}: {
  methodology: MethodologyVersion
  kind: MethodologyVersion['providers'][number]['kind']
}) {
  const { t } = useTranslation()
  const named = providers.filter((provider) => provider.kind === kind)
  const label =
    kind === 'measurement provider' ? t('methodologies.permittedMeasurers') : t('methodologies.permittedVerifiers')
  return (
    <Fact label={label}>
      {named.length === 0 ? t('methodologies.everyProvider') : named.map(({ name }) => name).join('\n')}
    </Fact>
  )
}

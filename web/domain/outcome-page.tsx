import type { ReactNode } from 'react'
import type { Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import type { Measurement } from '#shared/contract/measurements.ts'
import { paths, projectPath } from '#shared/rules/paths.ts'
import { type Inputs, isMissing } from '#web/lib/call.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { usePeriod } from './period.tsx'

type Outcome = Pick<Measurement, 'project' | 'projectId' | 'projectKey' | 'periodStart' | 'periodEnd'>

export function OutcomePage<E extends Endpoint>({
  kind,
  endpoint,
  inputs,
  children,
}: {
  kind: 'measurements' | 'verifications'
  endpoint: E
  inputs: Inputs<E>
  children: (shown: ReplyOf<E>) => ReactNode
}) {
  const { t } = useTranslation()
  const read = useRead(endpoint, inputs)
  if (isMissing(read.error)) {
    return (
      <Page title={t(`outcomes.one.${kind}`)} narrow>
        <Empty
          text={t(`outcomes.unknown.${kind}`)}
          action={<ButtonLink to={paths[kind]}>{t('outcomes.toList')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Loaded from={read} rows={8}>
      {children}
    </Loaded>
  )
}

export function OutcomeFrame({
  kind,
  of,
  actions,
  children,
}: {
  kind: 'measurements' | 'verifications'
  of: Outcome
  actions?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const periodOf = usePeriod()
  const links = [
    { to: projectPath(of.projectKey), text: of.project },
    { to: `${paths[kind]}?projectId=${of.projectId}`, text: t(`outcomes.back.${kind}`) },
  ]
  return (
    <Page
      title={t('outcomes.titled', { one: t(`outcomes.one.${kind}`), period: periodOf(of) })}
      lead={<Breadcrumbs label={t('measurements.whereYouAre')} links={links} />}
      actions={actions}
    >
      {children}
    </Page>
  )
}

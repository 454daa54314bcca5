import type { ReactNode } from 'react'
import type { Measurement } from '#shared/contract/measurements.ts'
import { methodologyPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { ProjectLink } from './project-link.tsx'

type Outcome = Pick<
  Measurement,
  'project' | 'projectKey' | 'account' | 'dueDate' | 'methodology' | 'methodologyId' | 'methodologyVersion'
>

/** Common facts, then `children`. `provider` labels the account. */
export function OutcomeFacts({
  of,
  status,
  provider,
  children,
}: {
  of: Outcome
  status: ReactNode
  provider: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { methodology, methodologyId, methodologyVersion: version } = of
  return (
    <Facts>
      <Fact label={t('measurements.column.status')}>{status}</Fact>
      <Fact label={t('measurements.column.project')}>
        <ProjectLink of={of} className="link" />
      </Fact>
      <Fact label={provider}>{of.account}</Fact>
      <Fact label={t('measurements.column.dueDate')}>{format.date(of.dueDate)}</Fact>
      <Fact label={t('measurements.column.methodology')}>
        {methodology && methodologyId && version && (
          <Link to={methodologyPath(methodologyId)} className="link">
            {t('measurements.version', { methodology, version })}
          </Link>
        )}
      </Fact>
      {children}
    </Facts>
  )
}

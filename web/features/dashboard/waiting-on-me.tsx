import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { projectPath, reviewPath, workPath } from '#shared/rules/paths.ts'
import { daysSince } from '#web/domain/days-waiting.tsx'
import { first } from '#web/lib/first-calls.ts'
import type { Session } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { type Read, useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'

const shown = 6

interface Task {
  id: string
  to: string
  what: string
  name: string
  since: string
}

/** Everything that waits for an act of the reader, with how many days it has waited; hidden when nothing waits. */
export function WaitingOnMe({ session }: { session: Session }) {
  const { t } = useTranslation()
  const tasks = useTasks(session)
  const [isWhole, setIsWhole] = useState(false)
  if (tasks.length === 0) return null
  return (
    <Section title={t('dashboard.waiting')}>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {tasks.slice(0, isWhole ? tasks.length : shown).map((task) => (
          <li key={task.id}>
            <Link to={task.to} className="flex items-center gap-4 px-4 py-3 hover:bg-raised">
              <span className="min-w-0 flex-1">
                <span className="font-medium">{task.what}</span>
                <span className="block truncate text-ink-soft">{task.name}</span>
              </span>
              <span className="tabular shrink-0 text-sm text-ink-faint">
                {t('dashboard.days', { count: daysSince(task.since) })}
              </span>
              <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
      {tasks.length > shown && !isWhole && (
        <div className="mt-3">
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('dashboard.moreTasks', { count: tasks.length - shown })}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Returns the items of a list on which the reader may act. */
function withActs<Item extends { acts: readonly string[] }>({ data }: Read<{ items: Item[] }>): Item[] {
  return data?.items.filter(({ acts }) => acts.length > 0) ?? []
}

function useTasks(session: Session): Task[] {
  const { t } = useTranslation()
  const { tenantId } = site()
  const drafts = useRead(first.listMyProjects, { query: { limit: 20 } })
  const requests = useRead(first.listProjects, {
    when: session.may('project.decide'),
    query: { tenantId, isAdmin: 'true', status: 'pending', limit: 20 },
    asUser: true,
  })
  const accounts = useRead(first.listAccounts, {
    when: session.may('account.decide'),
    query: { status: 'pending', limit: 50 },
  })
  const methodologies = useRead(first.listMethodologies, {
    when: session.may('methodology.decide'),
    query: { status: 'pending', limit: 50 },
  })
  const measurements = useRead(first.listMeasurements, { query: { tenantId, limit: 50 } })
  const verifications = useRead(first.listVerifications, { query: { tenantId, limit: 50 } })
  return [
    ...withActs(requests).map((project) => ({
      id: `review ${project.projectKey}`,
      to: projectPath(project.projectKey),
      what: t('dashboard.task.reviewProject'),
      name: project.projectName,
      since: project.changed_at,
    })),
    ...withActs(accounts).map((account) => ({
      id: `account ${account.accountId}`,
      to: reviewPath('accounts', { q: account.name }),
      what: t('dashboard.task.reviewAccount'),
      name: account.name,
      since: account.appliedAt,
    })),
    ...withActs(methodologies).map((methodology) => ({
      id: `methodology ${methodology.methodologyId}`,
      to: reviewPath('methodologies', { id: methodology.methodologyId }),
      what: t('dashboard.task.reviewMethodology'),
      name: `${methodology.name} ${methodology.version}`,
      since: methodology.createdAt,
    })),
    ...(drafts.data?.items ?? [])
      .filter(({ acts }) => acts.includes('submit') || acts.includes('reopen'))
      .map((project) => ({
        id: `draft ${project.projectKey}`,
        to: projectPath(project.projectKey),
        what: t(project.acts.includes('submit') ? 'dashboard.task.submitProject' : 'dashboard.task.reopenProject'),
        name: project.projectName,
        since: project.changed_at,
      })),
    ...withActs(measurements).map((measurement) => ({
      id: `measurement ${measurement.measurementId}`,
      to: workPath('measurements', measurement.projectId, measurement.measurementId),
      what: t(measurement.acts.includes('submit') ? 'dashboard.task.measure' : 'dashboard.task.decideMeasurement'),
      name: measurement.project,
      since: measurement.created,
    })),
    ...withActs(verifications).map((verification) => ({
      id: `verification ${verification.verificationId}`,
      to: workPath('verifications', verification.projectId, verification.verificationId),
      what: t(verification.acts.includes('mint') ? 'dashboard.task.mint' : 'dashboard.task.verify'),
      name: verification.project,
      since: verification.decidedAt ?? verification.created,
    })),
  ].sort((one, other) => one.since.localeCompare(other.since))
}

import { useState } from 'react'
import { countOverlaps } from '#shared/contract/overlaps.ts'
import { decideProject, listProjects, type ProjectSummary } from '#shared/contract/projects.ts'
import { needsReason } from '#shared/rules/lifecycle/machine.ts'
import { projectMachine } from '#shared/rules/lifecycle/project.ts'
import { projectTabPath } from '#shared/rules/paths.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { DecisionButtons } from './decision-buttons.tsx'

const decisions = ['approve', 'return', 'reject'] as const
type Asked = { project: ProjectSummary; act: (typeof decisions)[number] }

/** The projects that wait for a decision, the longest waiting first. */
export function PendingProjects() {
  const { t } = useTranslation()
  const list = useList(listProjects, {
    given: { tenantId: site().tenantId, isAdmin: 'true', status: 'pending', sort: 'createdAt', q: undefined },
    asUser: true,
  })
  const undecided = useUndecided(list.page.data?.items ?? [])
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns: ListColumn<ProjectSummary>[] = [
    {
      label: t('projects.column.project'),
      cell: (row) => <ProjectLink of={{ project: row.projectName, projectKey: row.projectKey }} />,
    },
    { label: t('projects.column.account'), value: (project) => project.proponent },
    { label: t('projects.column.methodology'), value: (project) => project.methodology },
    {
      label: t('review.overlaps'),
      cell: (project) => <Undecided project={project} count={undecided.get(project.projectId)} />,
    },
    { label: t('review.waiting'), cell: (project) => <DaysWaiting since={project.changed_at} /> },
    {
      label: t('projects.column.action'),
      cell: (project) => {
        const acts = decisions.filter((decision) => project.acts.includes(decision))
        return acts.length === 0 ? (
          <span className="text-sm text-ink-faint">{t('review.ownAccount')}</span>
        ) : (
          <DecisionButtons
            name={project.projectName}
            acts={acts}
            wordOf={(act) => t(`projects.act.${act}`)}
            onAsk={(act) => setAsked({ project, act })}
          />
        )
      },
    },
  ]
  return (
    <>
      <ListTable
        list={list}
        label={t('review.tab.projects')}
        columns={columns}
        keyOf={(project) => project.projectKey}
        rows={5}
        empty={t('review.noProjects')}
      />
      {asked && <ProjectDecision asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** How many overlaps of each of these projects nobody has decided about; empty until they are counted. */
function useUndecided(projects: readonly ProjectSummary[]): ReadonlyMap<string, number> {
  const projectIds = projects.map(({ projectId }) => projectId).join(',')
  const counted = useRead(countOverlaps, { when: projectIds !== '', query: { projectIds }, keep: true })
  return new Map(counted.data?.items.map(({ projectId, undecided }) => [projectId, undecided]))
}

function Undecided({ project, count }: { project: ProjectSummary; count: number | undefined }) {
  const { t } = useTranslation()
  if (count === undefined) return null
  if (count === 0) return <span className="text-ink-faint">{t('review.noOverlaps')}</span>
  return (
    <Link
      to={projectTabPath(project.projectKey, 'overlaps')}
      aria-label={t('review.overlapsNamed', { count, name: project.projectName })}
      className="link whitespace-nowrap"
    >
      {t('review.undecided', { count })}
    </Link>
  )
}

function ProjectDecision({ asked: { project, act }, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation()
  const decide = useAct(decideProject, { refresh: projectReads })
  return (
    <DecisionDialog
      title={t(`projects.act.${act}`)}
      question={t(`projects.actQuestion.${act}`)}
      about={project.projectName}
      asksReason={needsReason(projectMachine, 'pending', act)}
      danger={act === 'reject'}
      failure={decide.failure}
      onClose={onClose}
      done={t(`projects.actDone.${act}`)}
      onDecide={(reason) => decide.act({ params: { projectId: project.projectId }, body: { act, reason } })}
    />
  )
}

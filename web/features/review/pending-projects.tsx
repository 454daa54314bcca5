import { type ReactNode, useState } from 'react'
import { countOverlaps } from '#shared/contract/overlaps.ts'
import { decideProject, listProjects, type ProjectSummary, readProject } from '#shared/contract/projects.ts'
import { needsReason } from '#shared/rules/lifecycle/machine.ts'
import { projectMachine } from '#shared/rules/lifecycle/project.ts'
import { projectTabPath } from '#shared/rules/paths.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { CountryFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { OpenOverlaps } from '#web/domain/open-overlaps.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { RowAct } from '#web/domain/row-act.tsx'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { ReviewDesk } from './review-desk.tsx'

const decisions = ['approve', 'return', 'reject'] as const
type ChosenDecision = { project: ProjectSummary; act: (typeof decisions)[number] }

/** Longest waiting first. `show` renders the opened project beside its decision. */
export function PendingProjects({ show }: { show: (projectId: string) => ReactNode }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useUrlState('open')
  const list = useList(listProjects, {
    given: { tenantId: site().tenantId, isAdmin: 'true', status: 'pending' },
    sort: 'statusSince',
    asUser: true,
  })
  const undecided = useUndecided(list.page.data?.items ?? [])
  const opening = useRead(readProject, { when: opened !== '', query: { projectId: opened }, asUser: true })
  const [chosen, setChosen] = useState<ChosenDecision | null>(null)
  const columns: ListColumn<ProjectSummary>[] = [
    {
      label: t('projects.column.project'),
      sort: 'projectName',
      cell: (row) => (
        <button type="button" className="link text-left" onClick={() => setOpened(row.projectId)}>
          {row.projectName || row.projectId}
        </button>
      ),
    },
    { label: t('projects.column.account'), value: (project) => project.proponent },
    { label: t('projects.column.methodology'), value: (project) => project.methodology },
    {
      label: t('review.overlaps'),
      cell: (project) => <Undecided project={project} count={undecided.get(project.projectId)} />,
    },
    {
      label: t('review.waiting'),
      sort: 'statusSince',
      cell: (project) => <DaysWaiting since={project.statusSince} />,
    },
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (project) => {
        if (project.acts.length === 0) return <span className="text-sm text-ink-faint">{t('review.ownAccount')}</span>
        return <RowAct act={t('review.open')} row={project.projectName} onAct={() => setOpened(project.projectId)} />
      },
    },
  ]
  const projects = list.page.data?.items ?? []
  const place = projects.findIndex(({ projectId }) => projectId === opened)
  const turnTo = (step: 1 | -1) => {
    const other = projects[place + step]
    if (other) setOpened(other.projectId)
  }
  /** Opens the next project of the queue; after the last, or from a link, the whole queue. */
  const openNext = () => {
    const next = place < 0 ? undefined : projects[place + 1]
    if (next) setOpened(next.projectId)
    else if (opened) list.setChoices({ q: [], open: [] })
  }
  const decision = chosen && <ProjectDecision chosen={chosen} onDecided={openNext} onClose={() => setChosen(null)} />
  if (opened) {
    // A link may lead to a project on another page of the queue.
    const project = opening.data?.status === 'pending' ? opening.data : undefined
    return (
      <>
        <ReviewDesk
          key={opened}
          project={project}
          isRead={opening.data !== undefined}
          place={{ now: place + 1, of: projects.length }}
          onTurn={turnTo}
          onBack={() => setOpened('')}
          decisions={project && <Decisions project={project} onChoose={(act) => setChosen({ project, act })} />}
        >
          {show(opened)}
        </ReviewDesk>
        {decision}
      </>
    )
  }
  return (
    <>
      <ListTable
        list={list}
        label={t('review.tab.projects')}
        search={t('projects.search')}
        filters={<CountryFilter list={list} />}
        columns={columns}
        keyOf={(project) => project.projectKey}
        file="pending-projects"
        rows={5}
        empty={t('review.noProjects')}
      />
      {decision}
    </>
  )
}

/** Returns undecided overlaps by project; empty while loading. */
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

function Decisions({ project, onChoose }: { project: ProjectSummary; onChoose: (act: ChosenDecision['act']) => void }) {
  const { t } = useTranslation()
  const acts = decisions.filter((decision) => project.acts.includes(decision))
  if (acts.length === 0) return <p className="text-sm text-ink-faint">{t('review.ownAccount')}</p>
  return (
    <span className="flex flex-col gap-2">
      <OpenOverlaps project={project} />
      {acts.map((act) => (
        <Button
          key={act}
          tone={act === 'approve' ? 'primary' : act === 'reject' ? 'danger' : 'plain'}
          aria-label={t('review.actNamed', { act: t(`projects.act.${act}`), name: project.projectName })}
          onClick={() => onChoose(act)}
        >
          {t(`projects.act.${act}`)}
        </Button>
      ))}
    </span>
  )
}

function ProjectDecision({
  chosen: { project, act },
  onDecided,
  onClose,
}: {
  chosen: ChosenDecision
  onDecided: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const decide = useAct(decideProject, { refresh: projectReads })
  return (
    <DecisionDialog
      title={t(`projects.act.${act}`)}
      question={t(`projects.actQuestion.${act}`)}
      about={project.projectName}
      requiresReason={needsReason(projectMachine, 'pending', act)}
      danger={act === 'reject'}
      failure={decide.failure}
      onClose={onClose}
      done={t(`projects.actDone.${act}`, { name: project.projectName })}
      onDecide={async (reason) => {
        const decided = await decide.act({ params: { projectId: project.projectId }, body: { act, reason } })
        if (decided) onDecided()
        return decided
      }}
    />
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { decideProject, listProjects, type ProjectSummary } from '#shared/contract/projects.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { ListView } from '#web/domain/list.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
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
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <ListView list={list} rows={5} empty={t('review.noProjects')}>
        {(projects) => <ProjectsTable projects={projects} onAsk={setAsked} />}
      </ListView>
      {asked && <ProjectDecision asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function ProjectsTable({ projects, onAsk }: { projects: readonly ProjectSummary[]; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation()
  const columns: Column<ProjectSummary>[] = [
    {
      id: 'project',
      label: t('projects.column.project'),
      cell: (project) => (
        <Link to={projectPath(project.projectKey)} className="hover:underline">
          {project.projectName}
        </Link>
      ),
    },
    { id: 'account', label: t('projects.column.account'), cell: (project) => project.proponent },
    { id: 'methodology', label: t('projects.column.methodology'), cell: (project) => project.methodology },
    { id: 'waiting', label: t('review.waiting'), cell: (project) => <DaysWaiting since={project.changed_at} /> },
    {
      id: 'action',
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
            onAsk={(act) => onAsk({ project, act })}
          />
        )
      },
    },
  ]
  return (
    <Table label={t('review.tab.projects')} columns={columns} rows={projects} keyOf={(project) => project.projectKey} />
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
      asksReason={act !== 'approve'}
      danger={act === 'reject'}
      failure={decide.failure}
      onClose={onClose}
      onDecide={async (reason) => {
        if (!(await decide.act({ params: { projectId: project.projectId }, body: { act, reason } }))) return false
        toast({ tone: 'good', text: t(`projects.actDone.${act}`) })
        return true
      }}
    />
  )
}

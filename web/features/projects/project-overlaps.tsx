import { useState } from 'react'
import { z } from 'zod'
import { text } from '#shared/contract/fields.ts'
import { countOverlaps, decideOverlap, listOverlaps, type Overlap, overlapVerdict } from '#shared/contract/overlaps.ts'
import type { Project } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { projectPath } from '#shared/rules/paths.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

const tones = { none: 'good', accepted: 'neutral', refused: 'bad' } as const

/** For the registry's admins: projects that may count the same outcome. */
export function ProjectOverlaps({ project }: { project: Project }) {
  const { t } = useTranslation()
  const overlaps = useRead(listOverlaps, { params: { projectId: project.projectId } })
  const [chosen, setChosen] = useState<Overlap | null>(null)
  return (
    <>
      <p className="mb-5 max-w-prose text-ink-soft">{t('projects.overlapLead')}</p>
      <Loaded from={overlaps} rows={3}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty text={t('projects.noOverlaps')} />
          ) : (
            <>
              {total > items.length && (
                <p className="mb-4 text-sm text-ink-soft">
                  {t('projects.overlapsFirst', { count: items.length, total })}
                </p>
              )}
              <ul className="grid gap-4 lg:grid-cols-2">
                {items.map((other) => (
                  <li key={other.projectKey}>
                    <Neighbour other={other} onDecide={() => setChosen(other)} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {chosen && <Decision project={project} other={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function Neighbour({ other, onDecide }: { other: Overlap; onDecide: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useProjectWords()
  const name = other.projectName || other.projectId
  const { decision } = other
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={projectPath(other.projectKey)} className="link min-w-0 font-medium break-words">
          {name}
        </Link>
        <StatusBadge kind="project" status={other.status} />
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {[other.registry, other.proponent, words.type(other.type), other.country && format.country(other.country)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {other.matches.map((match) => (
          <li key={match}>
            <Badge tone={match === 'origin' ? 'bad' : 'warn'}>
              {match === 'place' && other.distanceKm !== null
                ? t('projects.overlapKm', { km: other.distanceKm })
                : t(`projects.overlapMatch.${match}`)}
            </Badge>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {decision ? (
          <div className="min-w-0 text-sm">
            <Badge tone={tones[decision.verdict]}>{t(`projects.overlapVerdict.${decision.verdict}`)}</Badge>
            <p className="mt-1 break-words">{decision.reason}</p>
            <p className="text-ink-faint">{format.date(decision.decidedAt)}</p>
          </div>
        ) : (
          <p className="text-sm text-ink-faint">{t('projects.overlapUndecided')}</p>
        )}
        {other.acts.includes('decide') && (
          <Button size="small" aria-label={t('projects.overlapDecideNamed', { name })} onClick={onDecide}>
            {t('projects.overlapDecide')}
          </Button>
        )}
      </div>
      {other.decidedThereAt && (
        <p className="mt-3 text-sm text-ink-faint">
          {t('projects.overlapDecidedThere', { registry: other.registry, date: format.date(other.decidedThereAt) })}
        </p>
      )}
    </Card>
  )
}

const decisionForm = z.strictObject({ verdict: overlapVerdict, reason: text(limits.message, 1) })

function Decision({ project, other, onClose }: { project: Project; other: Overlap; onClose: () => void }) {
  const { t } = useTranslation()
  const { projectId } = project
  const edit = useEditForm(decideOverlap, {
    subject: `project:${projectId}/overlap/${other.projectKey}`,
    facts: { verdict: other.decision?.verdict ?? '', reason: other.decision?.reason ?? '' },
    schema: decisionForm,
    isWhole: true,
    refresh: [listOverlaps, countOverlaps],
  })
  const field = fieldsOf(edit.form)
  return (
    <FormDialog
      title={t('projects.overlapDecide')}
      description={<p className="font-medium text-ink">{other.projectName || other.projectId}</p>}
      form={edit.form}
      draft={edit}
      refused={edit.refused}
      done={t('projects.overlapDecided')}
      onSubmit={(decision) =>
        edit.save({
          params: { projectId },
          body: { otherTenantId: other.tenantId, otherProjectId: other.projectId, ...decision },
        })
      }
      onClose={onClose}
    >
      <EditNotices edit={edit} of="project" />
      <RadioGroup
        label={t('projects.overlapVerdictLabel')}
        choices={overlapVerdict.options.map((value) => ({
          value,
          label: t(`projects.overlapVerdict.${value}`),
          hint: t(`projects.overlapVerdictHint.${value}`),
        }))}
        {...field('verdict')}
      />
      <TextArea label={t('projects.reason')} upTo={limits.message} {...field('reason')} />
    </FormDialog>
  )
}

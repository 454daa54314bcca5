import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const StatementForm = lazy(async () => ({ default: (await import('./statement-form.tsx')).StatementForm }))

export function ProjectStatement({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = project.acts.includes('edit')
  if (!mayEdit && !project.sustainabilityStatement) return null
  return (
    <Section
      title={t('projects.statement')}
      actions={
        mayEdit &&
        !isEditing && (
          <Button size="small" icon={<Pencil aria-hidden size={14} />} onClick={() => setEditing(true)}>
            {t('projects.statementEdit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <Suspense fallback={<Skeleton rows={6} />}>
          <StatementForm project={project} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <p className="max-w-prose break-words whitespace-pre-line">
          {project.sustainabilityStatement || <span className="text-ink-faint">{t('projects.statementNone')}</span>}
        </p>
      )}
    </Section>
  )
}

import type { Task } from '#shared/contract/tasks.ts'
import { ReviewedMethodology } from '#web/features/methodologies/methodology-page.tsx'
import { ReviewedProject } from '#web/features/projects/reviewed-project.tsx'
import { ReviewedAccount } from '#web/features/review/reviewed-account.tsx'

/** What an opened task is about. */
export function TaskSubject({ task: { kind, subjectId, name, projectId } }: { task: Task }) {
  if (kind === 'account.decide') return <ReviewedAccount accountId={subjectId} name={name} />
  if (projectId !== null) return <ReviewedProject projectId={projectId} />
  return <ReviewedMethodology methodologyId={subjectId} />
}

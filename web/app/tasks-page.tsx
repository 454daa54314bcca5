import { Queue } from '#web/features/tasks/queue.tsx'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { TaskSubject } from './task-subject.tsx'

export function TasksPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('tasks.title')} lead={t('tasks.lead')}>
      <Queue show={(task) => <TaskSubject task={task} />} />
    </Page>
  )
}

import { closeResults, type DecisionResults as Results, useDecisionResults } from '#web/domain/held-decisions.ts'
import { refusalText } from '#web/lib/failure-text.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'

/** What became of the last decisions, subject by subject, until somebody closes it. */
export function DecisionResults() {
  const { t } = useTranslation()
  const results = useDecisionResults()
  if (!results) return null
  const { act, done, refused } = results
  return (
    <section
      aria-label={t('queue.results')}
      className="mb-6 flex flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      {done.length > 0 && (
        <div>
          <h2 className="font-medium">{t(`queue.was.${act}`, { count: done.length })}</h2>
          <Names label={t(`queue.was.${act}`, { count: done.length })} names={done} />
        </div>
      )}
      <RefusedList title={t('queue.wasRefused', { count: refused.length })} refused={refused} />
      <div>
        <Button size="small" onClick={closeResults}>
          {t('frame.close')}
        </Button>
      </div>
    </section>
  )
}

export function RefusedList({ title, refused }: { title: string; refused: Results['refused'] }) {
  const { t, i18n } = useTranslation()
  const why = ({ code, reason, facts }: Results['refused'][number]['refusal']) =>
    (reason && refusalText({ reason, facts }, i18n)) ||
    (code === 'changed_meanwhile' ? t('queue.changed') : t(`failures.${code}` as 'failures.bug'))
  return (
    <div>
      <h3 className="font-medium text-warn">{title}</h3>
      <Names
        label={title}
        names={refused.map(({ name, refusal }) => t('queue.nameWhy', { name, why: why(refusal) }))}
      />
    </div>
  )
}

export function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <ScrollBox label={label} className="mt-1 max-h-48">
      <ul className="list-disc pl-5 text-ink-soft">
        {names.map((name) => (
          <li key={name} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </ScrollBox>
  )
}

import { closeResults, type DecisionResults as Results, useDecisionResults } from '#web/domain/held-decisions.ts'
import { refusalText } from '#web/lib/failure-text.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

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
          <Names names={done} />
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
    <section aria-label={title}>
      <h3 className="font-medium text-warn">{title}</h3>
      <Names names={refused.map(({ name, refusal }) => t('queue.nameWhy', { name, why: why(refusal) }))} />
    </section>
  )
}

const unscrolled = 7

export function Names({ names }: { names: readonly string[] }) {
  return (
    // Many names scroll, also by keyboard.
    <ul
      tabIndex={names.length > unscrolled ? 0 : undefined}
      className="mt-1 max-h-48 list-disc overflow-y-auto pl-5 text-ink-soft"
    >
      {names.map((name) => (
        <li key={name} className="break-words">
          {name}
        </li>
      ))}
    </ul>
  )
}

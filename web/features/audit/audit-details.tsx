import { ArrowRight } from 'lucide-react'
import type { AuditLine } from '#shared/contract/audit.ts'
import { isAuditedField, labelOf } from '#shared/rules/audited.ts'
import { isNothing } from '#shared/rules/same-fact.ts'
import { exactTime } from '#web/domain/exact-time.ts'
import { useFactText } from '#web/domain/use-fact-text.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { VisuallyHidden } from '#web/ui/hidden.tsx'
import { type Fact as ChangedFact, factsOf } from './facts-of-line.ts'

export function AuditDetails({ line }: { line: AuditLine }) {
  const { t } = useTranslation()
  const changes = factsOf(line)
  return (
    <details className="min-w-0">
      <summary className="link w-fit text-sm">
        {t(changes.length === 0 ? 'audit.more' : changes.some(isChange) ? 'audit.changed' : 'audit.recorded')}
      </summary>
      <Facts>
        {changes.map((change) => (
          <Fact key={change.field} label={isAuditedField(change.field) ? t(labelOf(change.field)) : change.field} wide>
            <Change line={line} change={change} />
          </Fact>
        ))}
        <Fact label={t('audit.username')}>{line.actor}</Fact>
        <Fact label={t('audit.exactTime')}>{exactTime(line.at)}</Fact>
        <Fact label={t('audit.subjectId')}>
          <span className="break-all">{line.subject}</span>
        </Fact>
        <Fact label={t('audit.number')} figure>
          {line.sequence}
        </Fact>
      </Facts>
    </details>
  )
}

function isChange({ before }: ChangedFact): boolean {
  return before !== undefined
}

function Change({ line, change }: { line: AuditLine; change: ChangedFact }) {
  const { t } = useTranslation()
  const textOf = useFactText(line)
  const after = textOf(change.field, change.after)
  if (!isChange(change)) return after
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <VisuallyHidden>{t('audit.was')}</VisuallyHidden>
      <del className={cx('min-w-0 text-ink-soft', isNothing(change.before) && 'no-underline')}>
        {textOf(change.field, change.before)}
      </del>
      <ArrowRight aria-hidden size={14} className="shrink-0 self-center text-ink-faint" />
      <VisuallyHidden>{t('audit.is')}</VisuallyHidden>
      <ins className="min-w-0 no-underline">{after}</ins>
    </span>
  )
}

import { Children, type ReactNode } from 'react'
import type { AuditLine } from '#shared/contract/audit.ts'
import { useActSentence } from '#web/domain/act-sentence.ts'
import { exactTime } from '#web/domain/exact-time.ts'
import { withDays } from '#web/domain/with-days.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'
import { AuditDetails } from './audit-details.tsx'
import { useActorName } from './audit-words.ts'
import { quantityIn, recipientIn } from './facts-of-line.ts'

export function AuditEntry({ line }: { line: AuditLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className="grid gap-x-8 gap-y-1 py-4 lg:grid-cols-[1fr_22rem]">
      <p className="min-w-0 break-words">
        <Sentence line={line} />
      </p>
      <div className="flex flex-wrap content-start items-center gap-x-4 text-sm text-ink-soft lg:row-span-2">
        <time dateTime={line.at} title={exactTime(line.at)} className="tabular">
          {format.time(line.at)}
        </time>
        {line.address && (
          <span className="break-all">
            {line.address === 'command line'
              ? t('audit.commandLine')
              : t('audit.fromAddress', { address: line.address })}
          </span>
        )}
        {line.requestId && (
          <span className="inline-flex max-w-full items-center gap-1.5">
            {t('audit.request')} <CopyText text={line.requestId} shown={shortened(line.requestId)} />
          </span>
        )}
      </div>
      <AuditDetails line={line} />
    </li>
  )
}

/** Private-use characters mark the elements in a translated sentence. */
const places = { who: '\ue000', subject: '\ue001', to: '\ue002' }

function Sentence({ line }: { line: AuditLine }) {
  const format = useFormat()
  const nameOf = useActorName()
  const sentenceOf = useActSentence()
  const count = quantityIn(line)
  const text = sentenceOf(line.act, { ...places, count, quantity: format.quantity(count) })
  const elements = new Map<string, ReactNode>([
    [places.who, <strong className="font-semibold">{nameOf(line)}</strong>],
    [places.subject, <Subject line={line} />],
    [places.to, recipientIn(line)],
  ])
  return Children.toArray(text.split(/([\ue000-\ue002])/).map((part) => elements.get(part) ?? part))
}

function Subject({ line: { subject, subjectPath, names } }: { line: AuditLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isMovement = subject.startsWith('transaction:')
  const known = names[subject]
  const name = known ? withDays(known, format.date) : isMovement ? t('transactions.several') : null
  const shown = name ?? <code className="font-mono text-sm break-all">{subject.slice(subject.indexOf(':') + 1)}</code>
  if (subjectPath === null) return shown
  return (
    <Link to={subjectPath} className="link">
      {shown}
    </Link>
  )
}

const shownOfId = 8

function shortened(id: string): string {
  return id.length > shownOfId + 1 ? `${id.slice(0, shownOfId)}…` : id
}

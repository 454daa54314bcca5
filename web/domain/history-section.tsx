import type { History } from '#shared/contract/history.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Read } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { useActSentence } from './act-sentence.ts'
import { exactTime } from './exact-time.ts'

/** Oldest act first; `subject` names the record in the sentences. */
export function HistorySection({ read, subject }: { read: Read<History>; subject: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sentenceOf = useActSentence()
  const whoOf = ({ actorName, account }: History['items'][number]) =>
    actorName && account ? `${actorName} (${account})` : (actorName ?? account ?? t('audit.itself'))
  return (
    <Section title={t('measurements.history')}>
      <Loaded from={read}>
        {({ items }) => (
          <ol className="flex flex-col divide-y divide-line">
            {items.map((line) => (
              <li key={`${line.at} ${line.act}`} className="grid gap-x-8 gap-y-1 py-3 lg:grid-cols-[1fr_14rem]">
                <div className="min-w-0 break-words">
                  <p>
                    {sentenceOf(line.act, { who: whoOf(line), subject, to: '', count: 1, quantity: '' })}
                    {line.about && <strong className="ml-1.5 font-semibold whitespace-nowrap">{line.about}</strong>}
                  </p>
                  {line.files.length > 0 && (
                    <p className="mt-1 text-sm whitespace-pre-line text-ink-soft">{line.files.join('\n')}</p>
                  )}
                  {line.reason && <p className="mt-1 whitespace-pre-line text-ink-soft">{line.reason}</p>}
                </div>
                <time dateTime={line.at} title={exactTime(line.at)} className="tabular text-sm text-ink-soft">
                  {format.time(line.at)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  )
}

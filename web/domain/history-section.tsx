import type { History } from '#shared/contract/history.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Read } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { useActSentence } from './act-sentence.ts'
import { exactTime } from './exact-time.ts'

type Line = History['items'][number]

/** More files are folded. */
const unfolded = 3

/** Oldest act first, with documents added one after the other in one line; `subject` names the record in the sentences. */
export function HistorySection({ read, subject }: { read: Read<History>; subject: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sentenceOf = useActSentence()
  const whoOf = ({ actorName, account }: Line) =>
    actorName && account ? `${actorName} (${account})` : (actorName ?? account ?? t('audit.itself'))
  const numbersOf = ({ files }: Line) => {
    const count = Math.max(1, files.length)
    return { count, quantity: format.quantity(count) }
  }
  return (
    <Section title={t('measurements.history')}>
      <Loaded from={read}>
        {({ items }) => (
          <ol className="flex flex-col divide-y divide-line">
            {joined(items).map((line) => (
              <li key={`${line.at} ${line.act}`} className="grid gap-x-8 gap-y-1 py-3 lg:grid-cols-[1fr_14rem]">
                <div className="min-w-0 break-words">
                  <p>
                    {sentenceOf(line.act, { who: whoOf(line), subject, to: '', ...numbersOf(line) })}
                    {line.about && <strong className="ml-1.5 font-semibold whitespace-nowrap">{line.about}</strong>}
                  </p>
                  <Files names={line.files} />
                  {line.reason && <p className="mt-1 whitespace-pre-line text-ink-soft">{line.reason}</p>}
                </div>
                <time
                  dateTime={line.at}
                  title={exactTime(line.at)}
                  className="tabular text-sm text-ink-soft lg:text-right"
                >
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

function Files({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  const list = <p className="mt-1 text-sm whitespace-pre-line text-ink-soft">{names.join('\n')}</p>
  if (names.length <= unfolded) return list
  return (
    <details className="text-sm">
      <summary className="min-h-6 py-1">{t('documents.files', { count: names.length })}</summary>
      {list}
    </details>
  )
}

/** One person's documents without another act between, at the time of the last. */
function joined(lines: readonly Line[]): Line[] {
  const all: Line[] = []
  for (const line of lines) {
    const before = all.at(-1)
    const isNext =
      before?.act === line.act &&
      line.act.endsWith('.document') &&
      before.actorName === line.actorName &&
      before.account === line.account &&
      before.about === line.about
    if (isNext) all.splice(-1, 1, { ...line, files: [...before.files, ...line.files] })
    else all.push(line)
  }
  return all
}

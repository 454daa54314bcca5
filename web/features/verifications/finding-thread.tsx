import { useRef, useState } from 'react'
import { answerFinding, type Finding } from '#shared/contract/verifications.ts'
import { limits } from '#shared/rules/limits.ts'
import { DocumentList } from '#web/domain/document-list.tsx'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { usePlaceText } from '#web/domain/file-view/place-at.ts'
import { outcomeReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { placePath } from './place-in-address.ts'

const tones: Record<Finding['status'], Tone> = { open: 'warn', answered: 'waiting', closed: 'good' }

/** `projectId` is for the link to the place in the evidence. */
export function FindingThread({ finding, projectId }: { finding: Finding; projectId: string }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card>
      <article aria-label={finding.name}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 ref={heading} tabIndex={-1} className="font-semibold">
            {finding.name}
          </h3>
          <Badge tone={tones[finding.status]}>{t(`verifications.findingStatus.${finding.status}`)}</Badge>
          {finding.overdue && <Badge tone="bad">{t('verifications.findingOverdue')}</Badge>}
          <p className="text-sm text-ink-soft">
            {t(`verifications.findingType.${finding.type}`)} ·{' '}
            {t('verifications.addressedTo', { owner: finding.owner })}
            {finding.dueDate && ` · ${t('verifications.dueOn', { date: format.date(finding.dueDate) })}`}
          </p>
        </header>
        <p className="mt-3 break-words whitespace-pre-line">{finding.words}</p>
        {finding.place && (
          <p className="mt-2">
            <Link to={placePath(projectId, finding.verificationId, finding.place)} className="link break-all">
              {placeText(finding.place.originalName, finding.place)}
            </Link>
          </p>
        )}
        {finding.messages.length > 0 && (
          <ol className="mt-4 flex flex-col gap-3 border-l-2 border-line pl-4">
            {finding.messages.map(({ messageId, act, account, words, at }) => (
              <li key={messageId} className="min-w-0">
                <p className="text-sm text-ink-faint">
                  {t(`verifications.said.${act}`, { account })} · <time dateTime={at}>{format.time(at)}</time>
                </p>
                <p className="break-words whitespace-pre-line">{words}</p>
              </li>
            ))}
          </ol>
        )}
        <Evidence finding={finding} />
        {finding.acts.length > 0 && <Answer finding={finding} onAnswered={() => heading.current?.focus()} />}
      </article>
    </Card>
  )
}

/** Loads on opening. */
function Evidence({ finding: { findingId, name } }: { finding: Finding }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="mt-4" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="link min-h-6 w-fit cursor-pointer">
        {t('outcomes.evidence.finding', { finding: name })}
      </summary>
      <div className="mt-3">{isOpen && <DocumentList subject={{ kind: 'finding', id: findingId }} />}</div>
    </details>
  )
}

const words = answerFinding.body.pick({ words: true })

const empty = { words: '' }

/** The button decides the reply's meaning. The form may then unmount, so `onAnswered` moves the focus. */
function Answer({ finding, onAnswered }: { finding: Finding; onAnswered: () => void }) {
  const { t } = useTranslation()
  const { act, refused } = useAct(answerFinding, { refresh: outcomeReads })
  const { findingId, name, type, acts } = finding
  const draft = useDraftForm({ subject: `finding:${findingId}` }, words, empty)
  const { form } = draft
  const [first, ...others] = [...acts].reverse()
  const label = acts.includes('respond') ? 'respond' : type === 'FAR' ? 'judgeFar' : 'judge'

  async function sendAnswer(what: Finding['acts'][number], answer: { words: string }) {
    if (await act({ params: { findingId }, body: { act: what, ...answer } })) {
      draft.discard()
      toast({ tone: 'good', text: t('verifications.saidDone') })
      onAnswered()
    }
  }
  if (!first) return null
  return (
    <div className="mt-4">
      <Form form={form} refused={refused} onSubmit={(answer) => sendAnswer(first, answer)}>
        <DraftNotice draft={draft} />
        <TextArea
          label={`${t(`verifications.message.${label}`)} (${name})`}
          upTo={limits.statement}
          rows={3}
          {...fieldsOf(form)('words')}
        />
        <Actions>
          {others.map((other) => (
            <Button
              key={other}
              aria-label={t('verifications.doNamed', { act: t(`verifications.do.${other}`), finding: name })}
              onClick={form.handleSubmit((answer) => sendAnswer(other, answer))}
            >
              {t(`verifications.do.${other}`)}
            </Button>
          ))}
          <SubmitButton>{t(`verifications.do.${first}`)}</SubmitButton>
        </Actions>
      </Form>
    </div>
  )
}

import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from '#web/texts/use-translation.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, SubmitButton } from './form.tsx'
import { toast } from './toast.tsx'

/** On success shows `done` and closes; if `onSubmit` returns null, stays open and shows `failure`. */
export function FormDialog<Values extends FieldValues, Sent>({
  title,
  description,
  wide = false,
  submit = title,
  tone = 'primary',
  done,
  draft,
  onSubmit,
  onClose,
  children,
  ...form
}: Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'wide' | 'onClose'> &
  ComponentProps<typeof Form<Values, Sent>> & {
    /** Default: the title. */
    submit?: string
    tone?: ComponentProps<typeof SubmitButton>['tone']
    done?: string
    /** The saved draft; deleted on close. */
    draft?: { forget: () => void }
  }) {
  const { t } = useTranslation()
  const close = () => {
    draft?.forget()
    onClose()
  }
  return (
    <Dialog open onClose={close} title={title} description={description} wide={wide}>
      <Form
        {...form}
        onSubmit={async (values) => {
          if ((await onSubmit(values)) === null) return
          if (done) toast({ tone: 'good', text: done })
          close()
        }}
      >
        {children}
        <BottomBar>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <SubmitButton tone={tone}>{submit}</SubmitButton>
        </BottomBar>
      </Form>
    </Dialog>
  )
}

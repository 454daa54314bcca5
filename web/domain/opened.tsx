import type { ReactNode } from 'react'
import type { Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { type Inputs, isMissing } from '#web/lib/call.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/states.tsx'

/**
 * The item that the address names by `?id=`, read by itself, so that a link opens it on whichever page of the list it
 * is. `known` returns the item if it has been read already, to show it at once. `title` is shown while it is read.
 */
export function Opened<E extends Endpoint>({
  endpoint,
  inputsOf,
  known,
  title,
  children,
}: {
  endpoint: E
  inputsOf: (id: string) => Inputs<E>
  known: (id: string) => ReplyOf<E> | undefined
  title: string
  children: (item: ReplyOf<E>, close: () => void) => ReactNode
}) {
  const { t } = useTranslation()
  const [id, setId] = useUrlState('id')
  const read = useRead(endpoint, { ...inputsOf(id), when: id !== '' })
  const close = () => setId('')
  if (id === '') return null
  const item = read.data ?? known(id)
  if (item !== undefined) return children(item, close)
  return (
    <Dialog open onClose={close} title={title}>
      <Loaded from={read} failed={isMissing(read.error) ? t('failures.not_found') : undefined}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

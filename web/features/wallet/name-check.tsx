import { useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { TextField } from '#web/ui/field.tsx'
import { isPartOfName } from './is-part-of-name.ts'

/** The user types part of the account's name before an irreversible act. */
export function useNameCheck(name: string) {
  const [typed, setTyped] = useState('')
  return { typed, setTyped, isRight: isPartOfName(typed, name) }
}

export function NameCheck({ check, label }: { check: ReturnType<typeof useNameCheck>; label: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={label}
      hint={t('wallet.nameCheckHint')}
      value={check.typed}
      onChange={(event) => check.setTyped(event.target.value)}
      autoComplete="off"
    />
  )
}

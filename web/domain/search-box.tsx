import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#shared/rules/limits.ts'
import { searchPath } from '#shared/rules/paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** The global search. */
export function SearchBox({ initial = '' }: { initial?: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') navigate(searchPath(text.trim()))
  }
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-3xl flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <TextField
            label={t('search.field')}
            hint={t('search.hint')}
            maxLength={limits.search}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <div className="sm:mt-6">
          <Button type="submit" tone="primary" icon={<Search aria-hidden size={16} />}>
            {t('search.act')}
          </Button>
        </div>
      </form>
    </search>
  )
}

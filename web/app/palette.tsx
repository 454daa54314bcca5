import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '#shared/rules/limits.ts'
import { searchPath } from '#shared/rules/paths.ts'
import { Forgiven } from '#web/domain/forgiven.tsx'
import { useHitTitle } from '#web/domain/hit-title.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Modal } from '#web/ui/modal.tsx'
import { memberLinks } from './member-navigation.ts'
import { visitorLinks } from './navigation.ts'

const waitMs = 250
const leastLetters = 2
const perKind = 4
const item = 'flex min-h-10 items-center justify-between gap-4 rounded-md px-3 py-2 data-highlighted:bg-raised'

interface Entry {
  path: string
  label: string
  about?: string | null
  kind?: string
}

/** The global search, which also finds pages by name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const screens = useScreens(text)
  const titleOf = useHitTitle()
  const found = useRead(reading.search, {
    when: query.length >= leastLetters,
    query: { tenantId: site().tenantId, q: query, limit: perKind },
    asUser: true,
    keep: true,
  })
  const hasQuery = text.trim().length >= leastLetters
  const results = hasQuery ? (found.data?.groups.flatMap(({ items }) => items) ?? []) : []
  const entries: Entry[] = [
    ...results.map((hit) => ({
      path: hit.path,
      label: titleOf(hit),
      about: hit.about,
      kind: t(`search.kind.${hit.kind}`),
    })),
    ...(results.length > 0 ? [{ path: searchPath(text.trim()), label: t('search.all', { q: text.trim() }) }] : []),
    ...screens.map(({ to, label }) => ({ path: to, label })),
  ]
  function go(path: string) {
    onClose()
    navigate(path)
  }
  return (
    <Modal
      labelledBy="palette-label"
      onClose={onClose}
      className="mx-auto mt-[10vh] mb-auto w-full max-w-[calc(100%-2rem)] rounded-md border border-line bg-surface text-ink shadow-lift backdrop:bg-veil sm:max-w-xl"
    >
      <h2 id="palette-label" className="sr-only">
        {t('search.title')}
      </h2>
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        items={entries}
        value={text}
        onValueChange={setText}
      >
        <Autocomplete.Input
          aria-label={t('search.title')}
          maxLength={limits.search}
          placeholder={t('search.field')}
          className="w-full border-b border-line bg-transparent px-4 py-3.5 outline-none placeholder:text-ink-faint"
        />
        <Autocomplete.Empty className="px-3 py-6 text-center text-ink-soft empty:p-0">
          {found.fetching ? t('frame.loading') : t('ui.nothingFound')}
        </Autocomplete.Empty>
        {hasQuery && found.data && (
          <Forgiven
            q={query}
            corrected={found.data.corrected}
            isSimilar={found.data.isSimilar}
            className="px-5 pt-3 text-sm"
          />
        )}
        <Autocomplete.List aria-label={t('search.results')} className="max-h-[50vh] overflow-y-auto p-2 empty:p-0">
          {(entry: Entry) => (
            <Autocomplete.Item
              key={`${entry.kind} ${entry.path}`}
              value={entry}
              className={item}
              onClick={() => go(entry.path)}
            >
              <span className="min-w-0 break-words">
                {entry.label}
                {entry.about && <span className="block text-sm text-ink-soft">{entry.about}</span>}
              </span>
              {entry.kind && <span className="shrink-0 text-sm text-ink-faint">{entry.kind}</span>}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Modal>
  )
}

/** Accessible pages whose name contains the text, without duplicates. */
function useScreens(text: string): { to: string; label: string }[] {
  const { t } = useTranslation()
  const session = useSession()
  const links = session ? Object.values(memberLinks(session, undefined)).flat() : visitorLinks
  const wanted = text.trim().toLocaleLowerCase()
  const byAddress = new Map(links.map((link) => [link.to, t(link.text)]))
  return [...byAddress]
    .map(([to, label]) => ({ to, label }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
}

/** Debounces the text. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), waitMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

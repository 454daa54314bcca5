import { Command } from 'cmdk'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { search } from '#shared/contract/search.ts'
import { limits } from '#shared/rules/limits.ts'
import { searchPath } from '#shared/rules/paths.ts'
import { Forgiven } from '#web/domain/forgiven.tsx'
import { useHitTitle } from '#web/domain/hit-title.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Modal } from '#web/ui/modal.tsx'
import { linksFor } from './navigation.ts'

const waitMs = 250
const leastLetters = 2
const perKind = 4
const item = 'flex min-h-10 items-center justify-between gap-4 rounded-md px-3 py-2 data-[selected=true]:bg-raised'

/** The global search, which also finds pages by name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const screens = useScreens(text)
  const titleOf = useHitTitle()
  const found = useRead(search, {
    when: query.length >= leastLetters,
    query: { tenantId: site().tenantId, q: query, limit: perKind },
    asUser: true,
    keep: true,
  })
  const hasQuery = text.trim().length >= leastLetters
  const results = hasQuery ? (found.data?.groups.flatMap(({ items }) => items) ?? []) : []
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
      <Command label={t('search.title')} shouldFilter={false} loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          maxLength={limits.search}
          placeholder={t('search.field')}
          className="w-full border-b border-line bg-transparent px-4 py-3.5 outline-none placeholder:text-ink-faint"
        />
        <Command.List label={t('search.results')} className="max-h-[50vh] overflow-y-auto p-2">
          <Command.Empty className="px-3 py-6 text-center text-ink-soft">
            {found.fetching ? t('ui.loading') : t('ui.nothingFound')}
          </Command.Empty>
          {hasQuery && found.data && (
            <Forgiven
              q={query}
              corrected={found.data.corrected}
              isSimilar={found.data.isSimilar}
              className="px-3 py-2 text-sm"
            />
          )}
          {results.map((result) => (
            <Command.Item
              key={`${result.kind} ${result.id}`}
              value={`${result.kind} ${result.id}`}
              className={item}
              onSelect={() => go(result.path)}
            >
              <span className="min-w-0 break-words">
                {titleOf(result)}
                {result.about && <span className="block text-sm text-ink-soft">{result.about}</span>}
              </span>
              <span className="shrink-0 text-sm text-ink-faint">{t(`search.kind.${result.kind}`)}</span>
            </Command.Item>
          ))}
          {results.length > 0 && (
            <Command.Item value="search" className={item} onSelect={() => go(searchPath(text.trim()))}>
              {t('search.all', { q: text.trim() })}
            </Command.Item>
          )}
          {screens.map((screen) => (
            <Command.Item key={screen.label} value={screen.label} className={item} onSelect={() => go(screen.to)}>
              {screen.label}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Modal>
  )
}

/** Accessible pages whose name contains the text, without duplicates. */
function useScreens(text: string): { to: string; label: string }[] {
  const { t } = useTranslation()
  const { bar, more, profile } = linksFor(useSession())
  const wanted = text.trim().toLocaleLowerCase()
  const byAddress = new Map([...bar, ...more, ...profile].map((link) => [link.to, t(link.text)]))
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

import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Shortcut {
  /** Alternatives; keys of one alternative are pressed together. */
  keys: readonly (readonly string[])[]
  act: string
}

/** The keyboard shortcuts of the app. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isReviewer = useSession()?.may('project.decide') ?? false
  const escapeKey = t('shortcuts.escape')
  const everywhere: Shortcut[] = [
    {
      keys: [
        ['Ctrl', 'K'],
        ['⌘', 'K'],
      ],
      act: t('shortcuts.search'),
    },
    { keys: [['?']], act: t('shortcuts.sheet') },
    { keys: [[escapeKey]], act: t('shortcuts.close') },
    { keys: [['←'], ['→']], act: t('shortcuts.tabs') },
  ]
  const onMap: Shortcut[] = [
    { keys: [['←'], ['→'], ['↑'], ['↓']], act: t('shortcuts.mapMove') },
    { keys: [['+'], ['−']], act: t('shortcuts.mapZoom') },
    { keys: [[escapeKey]], act: t('shortcuts.mapWorld') },
  ]
  const inReview: Shortcut[] = [
    { keys: [['J']], act: t('shortcuts.next') },
    { keys: [['K']], act: t('shortcuts.previous') },
  ]
  return (
    <Dialog open onClose={onClose} title={t('layout.shortcuts')}>
      <Shortcuts title={t('shortcuts.everywhere')} shortcuts={everywhere} />
      <Shortcuts title={t('shortcuts.map')} shortcuts={onMap} />
      {isReviewer && <Shortcuts title={t('shortcuts.review')} shortcuts={inReview} />}
    </Dialog>
  )
}

function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section className="mt-5 first:mt-0">
      <h3 className="text-sm font-medium text-ink-soft">{title}</h3>
      <dl className="mt-1">
        {shortcuts.map(({ keys, act }) => (
          <div key={act} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
            <dt>{act}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-x-3 gap-y-1">
              {keys.map((together) => (
                <span key={together.join()} className="flex gap-1">
                  {together.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-7 rounded-md border border-edge bg-raised px-1.5 py-0.5 text-center font-sans text-sm"
                    >
                      {key}
                    </kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

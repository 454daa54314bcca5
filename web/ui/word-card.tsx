import { Tooltip } from '@base-ui/react/tooltip'
import { type RefObject, use, useEffect, useEffectEvent } from 'react'
import { type Language, languageOf } from '#shared/rules/languages.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { GlossaryWord } from './glossary-word.ts'

type Sentences = Record<GlossaryWord, string>

const files: Record<Language, () => Promise<{ default: { glossary: Sentences } }>> = {
  en: () => import('#shared/texts/glossary/en.json', { with: { type: 'json' } }),
  fr: () => import('#shared/texts/glossary/fr.json', { with: { type: 'json' } }),
  sw: () => import('#shared/texts/glossary/sw.json', { with: { type: 'json' } }),
}

const loaded = new Map<Language, Promise<Sentences | null>>()

/** Resolves to null if the file cannot be read; the next call tries again. */
function sentencesIn(language: Language): Promise<Sentences | null> {
  const begun =
    loaded.get(language) ??
    files[language]().then(
      (file) => file.default.glossary,
      () => {
        loaded.delete(language)
        return null
      },
    )
  loaded.set(language, begun)
  return begun
}

/** The sentence of a word, above its button, which keeps the focus. */
export function WordCard({
  of,
  id,
  button,
  onClose,
  onEnter,
  onLeave,
}: {
  of: GlossaryWord
  id: string
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onEnter: () => void
  onLeave: () => void
}) {
  const { i18n } = useTranslation()
  const sentence = use(sentencesIn(languageOf(i18n.resolvedLanguage)))?.[of]
  const isOutside = (target: EventTarget | null) => target instanceof Node && !button.current?.contains(target)
  const pressed = useEffectEvent(({ target }: PointerEvent) => isOutside(target) && onClose())
  const typed = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())
  // A press on a phone does not always focus the button, which would tell when to close.
  useEffect(() => {
    const press = (event: PointerEvent) => pressed(event)
    const type = (event: KeyboardEvent) => typed(event)
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', type)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', type)
    }
  }, [])
  if (!sentence) return null
  return (
    <Tooltip.Root open>
      <Tooltip.Portal container={button.current?.closest<HTMLElement>('main, header, footer, dialog') ?? undefined}>
        <Tooltip.Positioner
          anchor={button}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Tooltip.Popup
            id={id}
            role="tooltip"
            className="max-w-72 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink shadow-lift"
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
          >
            {sentence}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { type Bubble, isOneSpot } from './map-bubbles.ts'

/** A circle is filled for known places, and a ring for countries only. */
export function MapBubble({
  bubble,
  to,
  isMarked,
  onMark,
  onChoose,
}: {
  bubble: Bubble
  to: string | undefined
  isMarked: boolean
  onMark: ((bubble: Bubble | null) => void) | undefined
  onChoose: ((bubble: Bubble) => void) | undefined
}) {
  const format = useFormat()
  const label = useBubbleLabel()(bubble)
  const { left, top, radius, count, countries } = bubble
  const shared = {
    'aria-label': label,
    title: label,
    style: { left, top, width: 2 * radius, height: 2 * radius },
    className: cx(
      'tabular absolute z-10 flex -translate-1/2 items-center justify-center rounded-full border-2 text-sm font-medium hover:z-20 hover:brightness-110 focus-visible:z-20',
      countries.length > 0
        ? 'border-accent bg-surface text-ink'
        : 'border-ground bg-accent-fill text-on-accent forced-colors:border-[CanvasText]',
      isMarked && 'z-20 ring-4 ring-accent/60',
    ),
    onMouseEnter: () => onMark?.(bubble),
    onMouseLeave: () => onMark?.(null),
    onFocus: () => onMark?.(bubble),
    onBlur: () => onMark?.(null),
  }
  return to === undefined ? (
    <button type="button" {...shared} onClick={() => onChoose?.(bubble)}>
      {format.quantity(count)}
    </button>
  ) : (
    <Link to={to} {...shared}>
      {format.quantity(count)}
    </Link>
  )
}

export function useBubbleLabel() {
  const { t } = useTranslation()
  const format = useFormat()
  return (bubble: Bubble): string => {
    const { count, countries, places } = bubble
    const [first] = countries
    const [place] = places
    const project = place?.projects[0]?.projectName
    if (first !== undefined && countries.length === 1 && places.length === 0)
      return t('map.inCountry', { count, country: format.country(first) })
    if (first !== undefined) return t('map.around', { count, country: format.country(first) })
    // The accessible name must contain the visible figure.
    if (count === 1 && project) return t('ui.named', { name: format.quantity(1), said: project })
    return t(isOneSpot(bubble) ? 'map.here' : 'map.together', { count })
  }
}

import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { FamilyMark, familyLooks } from './family-mark.tsx'
import { type Bubble, countryOf, familyOf, isOneSpot, isWithoutPlace, typesOf } from './map-bubbles.ts'
import { useProjectWords } from './project-words.ts'

/** A circle is a ring if none of its projects states a place, else filled, in a family's colour if all are of it. */
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
  const { left, top, radius, count } = bubble
  const family = familyOf(bubble)
  const shared = {
    'aria-label': label,
    title: label,
    style: { left, top, width: 2 * radius, height: 2 * radius },
    className: cx(
      'tabular absolute z-10 flex -translate-1/2 items-center justify-center rounded-full border-2 text-sm font-medium hover:z-20 hover:brightness-110 focus-visible:z-20 forced-colors:border-[CanvasText]',
      isWithoutPlace(bubble)
        ? 'border-ink-soft bg-surface text-ink'
        : cx('border-ground text-ground', familyLooks[family ?? 'none'].dot),
      isMarked && 'z-20 ring-4 ring-accent/60',
    ),
    onMouseEnter: () => onMark?.(bubble),
    onMouseLeave: () => onMark?.(null),
    onFocus: () => onMark?.(bubble),
    onBlur: () => onMark?.(null),
  }
  const sign = count === 1 && family ? <FamilyMark family={family} /> : format.quantity(count)
  return to === undefined ? (
    <button type="button" {...shared} onClick={() => onChoose?.(bubble)}>
      {sign}
    </button>
  ) : (
    <Link to={to} {...shared}>
      {sign}
    </Link>
  )
}

export function useBubbleLabel() {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useProjectWords()
  return (bubble: Bubble): string => {
    const [type, ...others] = typesOf(bubble)
    const family = familyOf(bubble)
    const kind = type && others.length === 0 ? words.type(type) : family && t(`projects.family.${family}`)
    return kind ? t('map.ofType', { place: placeOf(bubble), type: kind }) : placeOf(bubble)
  }
  function placeOf(bubble: Bubble): string {
    const { count, countries, places } = bubble
    const [first] = countries
    const [place] = places
    const project = place?.projects[0]?.projectName
    const country = countryOf(bubble)
    if (country !== null) return t('map.inCountry', { count, country: format.country(country) })
    if (first !== undefined) {
      const unplaced = count - places.reduce((sum, each) => sum + each.count, 0)
      return t('map.around', { count, country: format.country(first), unplaced })
    }
    // The accessible name must contain the visible figure.
    if (count === 1 && project) return t('ui.named', { name: format.quantity(1), said: project })
    return t(isOneSpot(bubble) ? 'map.here' : 'map.together', { count })
  }
}

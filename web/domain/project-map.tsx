import { Globe, Minus, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  startTransition,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import type { ProjectPlaces } from '#shared/contract/projects.ts'
import { polygonsOf } from '#shared/rules/place.ts'
import { familyOfType } from '#shared/rules/project-facts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { countryOutlines } from './country-outlines.ts'
import { countryShapes } from './country-shapes.ts'
import { familyLooks } from './family-mark.tsx'
import { MapBubble } from './map-bubble.tsx'
import { type Bubble, bubblesOf } from './map-bubbles.ts'
import { shadeOf, shadesOf } from './map-shades.ts'
import { grasped, type MapView, moved, nearer, type Point, wholeWorld } from './map-view.ts'
import { outlineOf } from './outline-of.ts'

/** Pixels before a drag starts. */
const slackPx = 4
/** Degrees; in narrower views shades give way to what lies on them. */
const nearFrom = 40
const step = 1 / 8
const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** Pointers that are down, by id, and the view from which they drag or pinch. */
interface Grasp {
  now: Map<number, Point>
  from: readonly Point[]
  view: MapView
  to: MapView | null
}

/**
 * A world map with countries shaded by issued units. Its circles are buttons (`onChoose`) or links (`linkOf`). With
 * `onView` the map moves by mouse, one or two fingers and keys: arrows, + and −, Escape for the world.
 */
export function ProjectMap({
  label,
  places,
  view,
  onView,
  isMarked,
  onMark,
  onPoint,
  onChoose,
  linkOf,
}: {
  label: string
  places: ProjectPlaces
  view: MapView
  /** `isStep`: a reader may want to come back, as after a zoom. */
  onView?: (view: MapView, isStep: boolean) => void
  isMarked?: (bubble: Bubble) => boolean
  onMark?: (bubble: Bubble | null) => void
  /** A country is under the pointer. */
  onPoint?: (country: string) => void
  onChoose?: (bubble: Bubble) => void
  linkOf?: (bubble: Bubble) => string
}) {
  const frame = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(frame)
  const [dragged, setDragged] = useState<MapView | null>(null)
  // A ref, because the pointer may be released before a render.
  const grasp = useRef<Grasp | null>(null)
  // Key presses add up before the new view has loaded.
  const [reached, reach] = useOptimistic(view)
  const shown = dragged ?? reached
  const isWorld = shown.width === wholeWorld.width
  const keepFocus = useKeptFocus(frame)

  function go(to: MapView) {
    startTransition(() => {
      reach(to)
      onView?.(to, to.width !== reached.width)
    })
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = keyed(event.key, reached)
    if (!to) return
    event.preventDefault()
    go(to)
  }
  function pointAt({ clientX, clientY }: PointerEvent<HTMLDivElement>): Point {
    const { left = 0, top = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {}
    return [(clientX - left) / width, (clientY - top) / width]
  }
  function seize(event: PointerEvent<HTMLDivElement>) {
    const { now = new Map<number, Point>(), to = null } = grasp.current ?? {}
    now.set(event.pointerId, pointAt(event))
    if (now.size <= 2) grasp.current = { now, from: [...now.values()], view: to ?? reached, to }
  }
  function move(event: PointerEvent<HTMLDivElement>) {
    const held = grasp.current
    if (!held?.now.has(event.pointerId) || widthPx === 0) return
    held.now.set(event.pointerId, pointAt(event))
    const now = [...held.now.values()]
    const [[right = 0, down = 0] = [], [fromRight = 0, fromDown = 0] = []] = [now[0], held.from[0]]
    const isSlack = now.length === 1 && Math.hypot(right - fromRight, down - fromDown) * widthPx < slackPx
    if (!held.to && isSlack) return
    // From here on no circle is pressed.
    event.currentTarget.setPointerCapture(event.pointerId)
    held.to = grasped(held.view, held.from, now)
    setDragged(held.to)
  }
  function release(event: PointerEvent<HTMLDivElement>) {
    const held = grasp.current
    if (!held?.now.delete(event.pointerId)) return
    if (held.now.size > 0) {
      grasp.current = { ...held, from: [...held.now.values()], view: held.to ?? held.view }
      return
    }
    grasp.current = null
    if (held.to) go(held.to)
    setDragged(null)
  }
  const draggable = onView && {
    onPointerDown: seize,
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are heard for the circles and buttons inside
    <div className="relative isolate" onKeyDown={onView && press}>
      <div
        ref={frame}
        tabIndex={onView && -1}
        className={cx(
          'relative aspect-[2/1] overflow-hidden rounded-md border border-line bg-raised',
          // The whole world cannot move, so that a finger scrolls the page.
          onView && (isWorld ? 'touch-pan-y' : 'cursor-grab touch-none'),
        )}
        {...draggable}
        {...keepFocus}
      >
        <svg
          role="img"
          aria-label={label}
          viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.width / 2}`}
          className="block size-full"
        >
          <Countries countries={places.countries} isNear={shown.width < nearFrom} onPoint={onPoint} />
          {places.areas.map(({ projectKey, type, area }) => (
            <path
              key={projectKey}
              d={polygonsOf(area).flat().map(outlineOf).join('')}
              fillRule="evenodd"
              vectorEffect="non-scaling-stroke"
              className={cx('stroke-2', familyLooks[familyOfType(type) ?? 'none'].area)}
            />
          ))}
        </svg>
        {widthPx > 0 &&
          bubblesOf(places, shown, widthPx).map((bubble) => (
            <MapBubble
              key={bubble.key}
              bubble={bubble}
              to={linkOf?.(bubble)}
              isMarked={isMarked?.(bubble) ?? false}
              onMark={onMark}
              onChoose={onChoose}
            />
          ))}
      </div>
      {onView && <MapButtons view={reached} onView={go} />}
    </div>
  )
}

/** The colour of land, which `shadeLooks` mix. */
export const landFill = '[--land-fill:var(--line)] forced-colors:[--land-fill:Canvas]'

/** Lightest first. */
export const shadeLooks = [
  'fill-[color-mix(in_oklab,var(--issued)_15%,var(--land-fill))]',
  'fill-[color-mix(in_oklab,var(--issued)_30%,var(--land-fill))]',
  'fill-[color-mix(in_oklab,var(--issued)_45%,var(--land-fill))]',
  'fill-[color-mix(in_oklab,var(--issued)_60%,var(--land-fill))]',
  'fill-[color-mix(in_oklab,var(--issued)_75%,var(--land-fill))]',
]

/** Does not render again while the map moves. */
const Countries = memo(function Countries({
  countries,
  isNear,
  onPoint,
}: Pick<ProjectPlaces, 'countries'> & { isNear: boolean; onPoint: ((country: string) => void) | undefined }) {
  const shades = shadesOf(Math.max(0, ...countries.map(({ issued }) => issued)))
  const issuedIn = new Map(countries.map(({ country, issued }) => [country, issued]))
  return (
    // Shapes that cross 180° end at the world's edge.
    <svg x={-180} y={-90} width={360} height={180} viewBox="-180 -90 360 180" aria-hidden="true" className={landFill}>
      <g className={cx(isNear && 'opacity-40')}>
        {countryShapes.map(({ code, path }) => (
          <path
            key={path}
            d={path}
            className={
              shadeLooks[shadeOf(code === null ? 0 : (issuedIn.get(code) ?? 0), shades)] ?? 'fill-(--land-fill)'
            }
            onPointerEnter={code === null || !onPoint ? undefined : () => onPoint(code)}
          />
        ))}
      </g>
      <path
        d={countryOutlines}
        vectorEffect="non-scaling-stroke"
        className="pointer-events-none fill-none stroke-edge/60"
      />
    </svg>
  )
})

/** Keeps the focus on the map when the focused circle goes. */
function useKeptFocus(frame: RefObject<HTMLDivElement | null>) {
  const isWithin = useRef(false)
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: () => {
      isWithin.current = false
    },
  }
}

function MapButtons({ view, onView }: { view: MapView; onView: (view: MapView) => void }) {
  const { t } = useTranslation()
  return (
    <div className="z-30 flex rounded-md border border-line bg-surface max-sm:mt-2 max-sm:w-fit sm:absolute sm:top-2 sm:right-2 sm:flex-col">
      <IconButton
        label={t('projects.zoomIn')}
        icon={<Plus aria-hidden size={18} />}
        onClick={() => onView(nearer(view, 2))}
      />
      <IconButton
        label={t('projects.zoomOut')}
        icon={<Minus aria-hidden size={18} />}
        onClick={() => onView(nearer(view, 1 / 2))}
      />
      <IconButton label={t('map.world')} icon={<Globe aria-hidden size={18} />} onClick={() => onView(wholeWorld)} />
    </div>
  )
}

function keyed(key: string, view: MapView): MapView | null {
  const arrow = arrows[key]
  if (arrow) return moved(view, ...arrow)
  if (key === '+' || key === '=') return nearer(view, 2)
  if (key === '-') return nearer(view, 1 / 2)
  return key === 'Escape' ? wholeWorld : null
}

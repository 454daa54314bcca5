import { Globe, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, startTransition, useOptimistic, useRef, useState } from 'react'
import type { ProjectPlaces } from '#shared/contract/projects.ts'
import { polygonsOf } from '#shared/rules/place.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import { MapBubble } from './map-bubble.tsx'
import { type Bubble, bubblesOf } from './map-bubbles.ts'
import { type MapView, moved, nearer, wholeWorld } from './map-view.ts'
import { outlineOf, worldOutlines } from './world-outlines.ts'

/** Pixels before a drag starts. */
const slackPx = 4
const step = 1 / 8
const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/**
 * A world map whose circles are buttons (`onChoose`) or links (`linkOf`). With `onView` the map moves by pointer and
 * keys: arrows, + and −, Escape for the world.
 */
export function ProjectMap({
  label,
  places,
  view,
  onView,
  isMarked,
  onMark,
  onChoose,
  linkOf,
}: {
  label: string
  places: ProjectPlaces
  view: MapView
  onView?: (view: MapView) => void
  isMarked?: (bubble: Bubble) => boolean
  onMark?: (bubble: Bubble | null) => void
  onChoose?: (bubble: Bubble) => void
  linkOf?: (bubble: Bubble) => string
}) {
  const frame = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(frame)
  const [dragged, setDragged] = useState<MapView | null>(null)
  // A ref, because the pointer may be released before a render.
  const drag = useRef<{ x: number; y: number; to: MapView | null } | null>(null)
  // Key presses add up before the new view has loaded.
  const [reached, reach] = useOptimistic(view)
  const shown = dragged ?? reached

  function go(to: MapView) {
    startTransition(() => {
      reach(to)
      onView?.(to)
    })
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = keyed(event.key, reached)
    if (!to) return
    event.preventDefault()
    go(to)
  }
  function move(event: PointerEvent<SVGSVGElement>) {
    const from = drag.current
    if (!from || widthPx === 0) return
    const [right, down] = [event.clientX - from.x, event.clientY - from.y]
    if (!from.to && Math.hypot(right, down) < slackPx) return
    from.to = moved(reached, -right / widthPx, -down / widthPx)
    setDragged(from.to)
  }
  function release() {
    const to = drag.current?.to
    drag.current = null
    if (to) go(to)
    setDragged(null)
  }
  const draggable = onView && {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { x: event.clientX, y: event.clientY, to: null }
    },
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are heard for the circles and buttons inside
    <div className="relative isolate" onKeyDown={onView && press}>
      <div ref={frame} className="relative aspect-[2/1] overflow-hidden rounded-md border border-line bg-raised">
        <svg
          role="img"
          aria-label={label}
          viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.width / 2}`}
          className={onView ? 'block size-full cursor-grab touch-none' : 'block size-full'}
          {...draggable}
        >
          <path d={worldOutlines} vectorEffect="non-scaling-stroke" className="fill-none stroke-edge" />
          <path
            d={places.areas.flatMap(({ area }) => polygonsOf(area).flat().map(outlineOf)).join('')}
            fillRule="evenodd"
            vectorEffect="non-scaling-stroke"
            className="fill-accent/20 stroke-accent stroke-2"
          />
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

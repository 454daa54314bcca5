import { Minus, Plus } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { Position } from '#shared/rules/place.ts'
import { countryOutlines } from '#web/domain/country-outlines.ts'
import { outlineOf } from '#web/domain/outline-of.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type PlaceView, viewAround, widest } from './place-view.ts'

const narrowest = 0.05
/** Pixels before a drag starts. */
const slackPx = 4

/** With `onPick` a click returns a position, rounded to about a metre. */
export function PlaceMap({
  label,
  point,
  polygons,
  corners = [],
  onPick,
}: {
  label: string
  point: Position | null
  polygons: readonly Position[][][]
  corners?: readonly Position[]
  onPick?: ((at: Position) => void) | undefined
}) {
  const { t } = useTranslation()
  const [view, setView] = useState(() => viewAround(point ? [point] : polygons.flat(2)))
  const drag = useRef<{ x: number; y: number; view: PlaceView; hasMoved: boolean } | null>(null)
  const zoom = (factor: number) =>
    setView(({ x, y, width: from }) => {
      const width = Math.min(Math.max(from * factor, narrowest), widest)
      return { x: x + (from - width) / 2, y: y + (from - width) / 4, width }
    })

  function move(event: PointerEvent<SVGSVGElement>) {
    const from = drag.current
    if (!from) return
    const [right, down] = [event.clientX - from.x, event.clientY - from.y]
    if (!from.hasMoved && Math.hypot(right, down) < slackPx) return
    from.hasMoved = true
    const degrees = from.view.width / event.currentTarget.clientWidth
    setView({ ...from.view, x: from.view.x - right * degrees, y: from.view.y - down * degrees })
  }

  function release(event: PointerEvent<SVGSVGElement>) {
    const hasMoved = drag.current?.hasMoved ?? true
    drag.current = null
    const matrix = event.currentTarget.getScreenCTM()
    if (hasMoved || !onPick || !matrix) return
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    if (Math.abs(x) <= 180 && Math.abs(y) <= 90) onPick([rounded(x), rounded(-y)])
  }

  return (
    <div className="relative overflow-hidden rounded-md border border-line bg-raised">
      <svg
        role="img"
        aria-label={label}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.width / 2}`}
        className={cx('block aspect-[2/1] w-full touch-none', onPick ? 'cursor-crosshair' : 'cursor-grab')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, y: event.clientY, view, hasMoved: false }
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => {
          drag.current = null
        }}
      >
        <path d={countryOutlines} vectorEffect="non-scaling-stroke" className="fill-none stroke-edge" />
        {polygons.length > 0 && (
          <path
            d={polygons.flatMap((rings) => rings.map(outlineOf)).join('')}
            fillRule="evenodd"
            vectorEffect="non-scaling-stroke"
            className="fill-accent/20 stroke-accent stroke-2"
          />
        )}
        {(point ? [point] : corners).map(([longitude, latitude]) => (
          <circle
            key={`${longitude} ${latitude}`}
            cx={longitude}
            cy={-latitude}
            r={view.width / (point ? 90 : 160)}
            vectorEffect="non-scaling-stroke"
            className="fill-accent stroke-ground stroke-2"
          />
        ))}
      </svg>
      <div className="absolute top-2 right-2 flex flex-col gap-1 rounded-md border border-line bg-surface">
        <IconButton label={t('projects.zoomIn')} icon={<Plus aria-hidden size={18} />} onClick={() => zoom(1 / 2)} />
        <IconButton label={t('projects.zoomOut')} icon={<Minus aria-hidden size={18} />} onClick={() => zoom(2)} />
      </div>
    </div>
  )
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(5))
}

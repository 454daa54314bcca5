import { SquareDashedMousePointer, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Place } from '#shared/contract/verifications.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import type { At } from './place-at.ts'

type Region = NonNullable<Place['region']>
type Point = { x: number; y: number }

const whole = 1_000
/** A first mark, and the mark of a press without a drag. */
const usual = 250
const smallest = 20
const step = 10
const zooms = [1, 1.5, 2, 4] as const

/** A picture to zoom; with `mayMark`, a region is marked by drag, by a press, or by the arrow keys. */
export function PictureView({
  address,
  name,
  at,
  mayMark,
  onPoint,
}: {
  address: string
  name: string
  at: At
  mayMark: boolean
  onPoint: (at: At) => void
}) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(0)
  const [isMarking, setIsMarking] = useState(false)
  const [drawn, setDrawn] = useState<{ from: Point; region: Region } | null>(null)
  const mark = useRef<HTMLButtonElement>(null)
  const region = drawn?.region ?? at.region
  const factor = zooms[zoom] ?? 1
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={t('desk.zoomOut')}
          icon={<ZoomOut aria-hidden size={18} />}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          label={t('desk.zoomIn')}
          icon={<ZoomIn aria-hidden size={18} />}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        {mayMark && (
          <Button
            size="small"
            icon={<SquareDashedMousePointer aria-hidden size={16} />}
            aria-pressed={isMarking}
            onClick={() => {
              setIsMarking(!isMarking)
              if (isMarking || region) return
              onPoint({ region: around({ x: whole / 2, y: whole / 2 }) })
              requestAnimationFrame(() => mark.current?.focus())
            }}
          >
            {t('desk.mark')}
          </Button>
        )}
        {mayMark && region && (
          <Button
            size="small"
            icon={<X aria-hidden size={16} />}
            onClick={() => {
              setIsMarking(false)
              onPoint({})
            }}
          >
            {t('desk.unmark')}
          </Button>
        )}
        {isMarking && <p className="text-sm text-ink-soft">{t('desk.markHelp')}</p>}
      </div>
      <ScrollBox label={name} className="max-h-[65vh] rounded-md border border-line bg-raised">
        <div
          className={cx('relative mx-auto', factor === 1 && 'w-fit', isMarking && 'cursor-crosshair touch-none')}
          style={factor === 1 ? undefined : { width: `${factor * 100}%` }}
          onPointerDown={(event) => {
            if (!isMarking) return
            event.currentTarget.setPointerCapture(event.pointerId)
            const from = pointOf(event)
            setDrawn({ from, region: around(from) })
          }}
          onPointerMove={(event) => {
            if (!drawn) return
            const region = between(drawn.from, pointOf(event))
            if (region.width >= smallest && region.height >= smallest) setDrawn({ from: drawn.from, region })
          }}
          onPointerUp={() => {
            if (drawn) onPoint({ region: drawn.region })
            setDrawn(null)
          }}
          onPointerCancel={() => setDrawn(null)}
        >
          <img
            src={address}
            alt={t('documents.shown', { name })}
            draggable={false}
            className={factor === 1 ? 'max-h-[60vh] max-w-full' : 'w-full max-w-none'}
          />
          {region && (
            <Mark ref={mark} region={region} isMoved={isMarking} onMove={(moved) => onPoint({ region: moved })} />
          )}
        </div>
      </ScrollBox>
    </div>
  )
}

function Mark({
  ref,
  region,
  isMoved,
  onMove,
}: {
  ref: React.Ref<HTMLButtonElement>
  region: Region
  isMoved: boolean
  onMove: (region: Region) => void
}) {
  const { t } = useTranslation()
  const { left, top, width, height } = region
  const share = (thousandths: number) => `${thousandths / 10}%`
  const style = { left: share(left), top: share(top), width: share(width), height: share(height) }
  const classes = 'absolute rounded-sm border-2 border-warn outline-2 outline-ground/60'
  // Only a mark that moves is a control.
  if (!isMoved) return <span role="img" aria-label={t('desk.marked')} className={classes} style={style} />
  return (
    <button
      ref={ref}
      type="button"
      aria-label={t('desk.moveMark')}
      className={classes}
      style={style}
      onKeyDown={(event) => {
        const moved = movedBy(event, region)
        if (!moved) return
        event.preventDefault()
        onMove(moved)
      }}
    />
  )
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** Arrow keys move a region, with Shift they change its size. */
function movedBy({ key, shiftKey }: KeyboardEvent, { left, top, width, height }: Region): Region | null {
  const by = arrows[key]
  if (!by) return null
  if (shiftKey) {
    return {
      left,
      top,
      width: within(width + by.x, smallest, whole - left),
      height: within(height + by.y, smallest, whole - top),
    }
  }
  return { left: within(left + by.x, 0, whole - width), top: within(top + by.y, 0, whole - height), width, height }
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect()
  const share = (at: number, from: number, size: number) => within(Math.round(((at - from) / size) * whole), 0, whole)
  return { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) }
}

function around({ x, y }: Point): Region {
  const start = (middle: number) => within(middle - usual / 2, 0, whole - usual)
  return { left: start(x), top: start(y), width: usual, height: usual }
}

function between(one: Point, other: Point): Region {
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

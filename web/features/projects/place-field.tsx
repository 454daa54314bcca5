import { lazy, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { limits } from '#shared/rules/limits.ts'
import { type Area, type Position, polygonsOf } from '#shared/rules/place.ts'
import { useAreaText } from '#web/domain/use-area-text.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextArea, TextField } from '#web/ui/field.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Outline } from './outline.ts'
import type { ProjectFacts } from './project-fields.tsx'

const PlaceMap = lazy(async () => ({ default: (await import('./place-map.tsx')).PlaceMap }))

type Kind = 'point' | 'area'

const leastCorners = 3

/** A point or an area: picked on a map, typed, or read from an outline file, which is stored too. */
export function PlaceField({ outline, onOutline }: { outline: File | null; onOutline: (file: File | null) => void }) {
  const { t } = useTranslation()
  const areaText = useAreaText()
  const { degrees } = useFigures()
  const form = useFormContext<ProjectFacts>()
  const field = fieldsOf(form)
  const [kind, setKind] = useState<Kind>(() => (form.getValues('area') ? 'area' : 'point'))
  const [corners, setCorners] = useState<Position[]>(() => cornersOf(form.getValues('area')))
  // A new key recentres the map.
  const [looks, setLooks] = useState(0)
  const [longitude, latitude, area] = useWatch({ control: form.control, name: ['longitude', 'latitude', 'area'] })
  // An area with several rings is fixed, because a click cannot select a ring.
  const given = area && corners.length === 0 ? area : null
  const point: Position | null =
    kind === 'point' && typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : null

  const hasPlace = Boolean(given) || corners.length > 0 || typeof longitude === 'number' || typeof latitude === 'number'

  function state(place: { point: Position | null } | { area: Area | null }) {
    const [x, y] = ('point' in place && place.point) || [null, null]
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('longitude', x, how)
    form.setValue('latitude', y, how)
    form.setValue('area', 'area' in place ? place.area : null, how)
  }
  function corner(next: Position[]) {
    const [first] = next
    setCorners(next)
    const isArea = first !== undefined && next.length >= leastCorners
    state({ area: isArea ? { type: 'Polygon', coordinates: [[...next, first]] } : null })
  }
  function clear(next: Kind) {
    setKind(next)
    setCorners([])
    onOutline(null)
    state({ point: null })
  }
  function take(place: { point: Position } | { area: Area }) {
    state(place)
    setKind('area' in place ? 'area' : 'point')
    setCorners('area' in place ? cornersOf(place.area) : [])
    setLooks(looks + 1)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1 text-sm font-medium">{t('projects.place')}</legend>
      <p className="text-sm text-ink-faint">{t('projects.placeHint')}</p>
      <Suspense fallback={<Skeleton rows={3} />}>
        <PlaceMap
          key={looks}
          label={t('projects.mapToDraw')}
          point={point}
          polygons={given ? polygonsOf(given) : corners.length > 0 ? [[corners]] : []}
          corners={corners}
          onPick={given ? undefined : (at) => (kind === 'point' ? state({ point: at }) : corner([...corners, at]))}
        />
      </Suspense>
      <div className="grid gap-5 sm:grid-cols-3">
        <Select
          label={t('projects.placeShape')}
          value={kind}
          choices={(['point', 'area'] as const).map((value) => ({ value, label: t(`projects.placeKind.${value}`) }))}
          onChange={(event) => clear(event.target.value === 'area' ? 'area' : 'point')}
        />
        {kind === 'point' ? (
          <>
            <TextField
              label={t('projects.latitude')}
              hint={t('projects.degreesHint', { max: 90 })}
              optional
              inputMode="decimal"
              {...field('latitude', degrees)}
            />
            <TextField
              label={t('projects.longitude')}
              hint={t('projects.degreesHint', { max: 180 })}
              optional
              inputMode="decimal"
              {...field('longitude', degrees)}
            />
          </>
        ) : given ? (
          <p className="self-end py-2 text-sm tabular sm:col-span-2">
            {areaText(given)} {t('projects.areaGiven')}
          </p>
        ) : (
          <div className="flex flex-wrap items-end gap-3 sm:col-span-2">
            <p className="py-2 text-sm tabular">{t('projects.corners', { count: corners.length })}</p>
            <Button onClick={() => corner(corners.slice(0, -1))}>{t('projects.undoCorner')}</Button>
          </div>
        )}
      </div>
      <div>
        <Button disabled={!hasPlace} onClick={() => clear(kind)}>
          {t('projects.clearPlace')}
        </Button>
      </div>
      <FromOutline file={outline} onFile={onOutline} onTake={take} />
    </fieldset>
  )
}

/** Returns the corners of an area with one ring, else none. */
function cornersOf(area: Area | null | undefined): Position[] {
  const [ring, ...others] = area ? polygonsOf(area).flat() : []
  return ring && others.length === 0 ? ring.slice(0, -1) : []
}

/** Reads pasted GeoJSON or KML, or a file, which `onFile` keeps for the project's documents. */
function FromOutline({
  file,
  onFile,
  onTake,
}: {
  file: File | null
  onFile: (file: File | null) => void
  onTake: (place: { point: Position } | { area: Area }) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { documentBytes } = site().limits
  const [pasted, setPasted] = useState('')
  const [read, setRead] = useState<{ from: 'text' | 'file'; outline: Outline } | null>(null)
  const [tooLarge, setTooLarge] = useState<string>()

  async function take(text: string, from: 'text' | 'file'): Promise<boolean> {
    const { outlineIn } = await import('./outline.ts')
    const outline = outlineIn(text)
    setRead({ from, outline })
    if ('fault' in outline) return false
    setPasted('')
    onTake(outline)
    return true
  }
  async function open(chosen: File | null) {
    onFile(null)
    setRead(null)
    // Do not read oversized files.
    const isTooLarge = chosen !== null && chosen.size > documentBytes
    setTooLarge(isTooLarge ? t('projects.fileTooLarge', { limit: format.bytes(documentBytes) }) : undefined)
    if (chosen && !isTooLarge && (await take(await chosen.text(), 'file'))) onFile(chosen)
  }
  const faultOf = (from: 'text' | 'file') =>
    read?.from === from && 'fault' in read.outline
      ? t(`projects.geojsonFault.${read.outline.fault.rule}`, { max: limits.areaPoints, ...read.outline.fault })
      : undefined
  const simplified = read && 'area' in read.outline ? read.outline.simplified : null

  return (
    <details className="rounded-md border border-line p-3">
      <summary className="cursor-pointer text-sm font-medium">{t('projects.outline')}</summary>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-sm text-ink-soft">{t('projects.outlineHint', { max: limits.areaPoints })}</p>
        <FileField
          label={t('projects.outlineFile')}
          hint={t('projects.outlineFileHint', { size: format.bytes(documentBytes) })}
          optional
          name="outline"
          accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
          file={file}
          error={tooLarge ?? faultOf('file')}
          onChange={(chosen) => void open(chosen)}
        />
        <TextArea
          label={t('projects.outlineText')}
          optional
          rows={3}
          spellCheck={false}
          value={pasted}
          error={faultOf('text')}
          onChange={(event) => setPasted(event.target.value)}
        />
        <div>
          <Button disabled={pasted.trim() === ''} onClick={() => void take(pasted, 'text')}>
            {t('projects.geojsonUse')}
          </Button>
        </div>
        {simplified && (
          <Notice tone="neutral" title={t('projects.outlineSimplified', { count: simplified.from })}>
            {simplified.leftOut > 0 && t('projects.outlineLeftOut', { count: simplified.leftOut })}
          </Notice>
        )}
      </div>
    </details>
  )
}

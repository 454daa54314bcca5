import { LRUCache } from 'lru-cache'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { fairGate } from '#server/infra/fair-gate.ts'
import { drawPng } from '#server/infra/files/images.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import { type CardData, cardSize } from '#server/pdf/card-data.ts'
import { renderCard } from '#server/pdf/writer.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Registry, Shared } from './shared.ts'

/** About 30 kB each. */
const maxCached = 100
/** A drawing takes 250 ms of a core. */
const drawing = fairGate({
  atOnce: 1,
  waiting: 4,
  crowded: () => new Failure('unavailable', 'Too many pictures are asked for. Try again in a moment.'),
})

type Pictures = LRUCache<string, Buffer, { files: FileStore; caller: string }>

const pictures: Pictures = new LRUCache({
  max: maxCached,
  // Concurrent requests for one picture share its drawing.
  fetchMethod: (facts, _, { context: { files, caller } }) => drawing.run(caller, () => drawn(files, JSON.parse(facts))),
  ignoreFetchAbort: true,
})

/** A PNG; the same facts give the same bytes. Fails with `unavailable` if too many requests wait. */
export async function pictureOf(
  { files }: Pick<InfraDeps, 'files'>,
  registry: Registry,
  shared: Shared,
  caller: string,
): Promise<Buffer> {
  const picture = await pictures.fetch(JSON.stringify(cardOf(registry, shared)), { context: { files, caller } })
  if (!picture) throw new Error('A picture was not drawn.')
  return picture
}

async function drawn(files: FileStore, card: CardData): Promise<Buffer> {
  return drawPng(files, await renderCard(card), cardSize.width)
}

function cardOf({ site, wording, words }: Registry, shared: Shared): CardData {
  const { t, figures, country } = wording
  const common = { registry: words.name, accent: site.tenant.accent, host: new URL(site.origin).host }
  if (shared.kind === 'claim') {
    return { ...common, title: shared.title, lines: [shared.description], figures: [] }
  }
  const { project } = shared
  return {
    ...common,
    title: project.name,
    lines: [project.proponent, [project.type, project.country && country(project.country)].filter(Boolean).join(' · ')],
    figures: [
      { label: t('head.issued'), value: figures(Number(project.issued)) },
      { label: t('head.retired'), value: figures(Number(project.retired)) },
    ],
  }
}

import sharp from 'sharp'
import type { FileStore } from '#server/infra/files/store.ts'
import type { Draft } from '#server/infra/files/stored-file.ts'
import { type PictureWidth, widestPicture } from '#shared/rules/pictures.ts'
import { type Chance, chanceOf, oneOf } from './chance.ts'
import type { Line } from './projects.ts'

/** A project's picture in each width. */
export type Drawing = Readonly<Record<PictureWidth, Draft>> & AsyncDisposable

const [width, height] = [1_600, 900]
/** Of flat colours, a wider picture would show no more. */
const drawnWidth = 960
const quality = 74
/** Drawn at one time: the story itself needs the other core. */
const together = 2

/** Draws the pictures in the order of `lines`, and gives each when it is made. */
export function drawings(files: FileStore, lines: readonly Line[]): (line: Line) => Promise<Drawing> {
  const made = new Map<string, PromiseWithResolvers<Drawing>>(
    lines.map(({ name }) => [name, Promise.withResolvers<Drawing>()]),
  )
  const waiting = [...lines].sort((one, other) => one.year - other.year)
  const drawNext = async (): Promise<void> => {
    for (let line = waiting.shift(); line; line = waiting.shift()) {
      await draw(files, line).then(made.get(line.name)?.resolve, made.get(line.name)?.reject)
    }
  }
  for (let each = 0; each < together; each++) void drawNext()
  return ({ name }) => made.get(name)?.promise ?? Promise.reject(new Error(`${name} has no picture.`))
}

async function draw(files: FileStore, line: Line): Promise<Drawing> {
  const wide = await sharp(Buffer.from(landscapeOf(line)))
    .resize({ width: drawnWidth })
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer()
  const made = new AsyncDisposableStack()
  const draftOf = async (side: number) => {
    const bytes = await sharp(wide).resize({ width: side }).webp({ quality, effort: 0 }).toBuffer()
    return [made.use(await files.draft([bytes])), bytes] as const
  }
  const [[narrow], [middle, bytes]] = await Promise.all([draftOf(480), draftOf(drawnWidth)])
  const widest = made.use(await files.draft([bytes]))
  return { 480: narrow, 960: middle, [widestPicture]: widest, [Symbol.asyncDispose]: () => made.disposeAsync() }
}

type Light = { sky: [string, string]; sun: string; far: string; middle: string; near: string; ground: string }

const lights: Record<'morning' | 'noon' | 'evening' | 'rain', Light> = {
  morning: {
    sky: ['#f7d9b5', '#b9d8e0'],
    sun: '#fff3d6',
    far: '#a9bfc6',
    middle: '#7d9f95',
    near: '#4f7a66',
    ground: '#38604f',
  },
  noon: {
    sky: ['#e6f1ef', '#8fc1d8'],
    sun: '#fffbe9',
    far: '#9dbbc4',
    middle: '#6fa08a',
    near: '#3f7a5b',
    ground: '#2c5d46',
  },
  evening: {
    sky: ['#f3b48b', '#7a7fa6'],
    sun: '#ffe0b0',
    far: '#8d86a3',
    middle: '#6b6f86',
    near: '#474f63',
    ground: '#30394a',
  },
  rain: {
    sky: ['#dfe5e4', '#9fb3b8'],
    sun: '#f1f3ee',
    far: '#a3b4b5',
    middle: '#7c9692',
    near: '#53736c',
    ground: '#3b5852',
  },
}

/** A calm landscape of the project's kind as SVG, always the same for one project. */
export function landscapeOf({ name, kind }: Pick<Line, 'name' | 'kind'>): string {
  const chance = chanceOf(`picture of ${name}`)
  const light = oneOf(chance, Object.values(lights))
  const [sunX, sunY] = [200 + chance() * 1_200, 180 + chance() * 160]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x1="0" y1="1" x2="0" y2="0"><stop offset="0.25" stop-color="${light.sky[0]}"/><stop offset="1" stop-color="${light.sky[1]}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${round(sunX)}" cy="${round(sunY)}" r="70" fill="${light.sun}"/>
    ${ridge(chance, 430, 90, light.far)}
    ${ridge(chance, 540, 70, light.middle)}
    ${foregrounds[kind](chance, light)}
  </svg>`
}

const round = (value: number) => Math.round(value * 10) / 10
const steps = 80

/** Hills around `middle`, `rise` high. */
function ridge(chance: Chance, middle: number, rise: number, colour: string): string {
  const [first, second, waves] = [chance() * 6, chance() * 6, 1.5 + chance() * 1.5]
  const y = (x: number) =>
    middle + rise * (0.7 * Math.sin((x / width) * waves * Math.PI + first) + 0.3 * Math.sin((x / width) * 9 + second))
  const points = Array.from({ length: steps + 1 }, (_, index) => (index * width) / steps)
  return `<path d="M0 ${height} ${points.map((x) => `L${round(x)} ${round(y(x))}`).join(' ')} V${height} Z" fill="${colour}"/>`
}

type Foreground = (chance: Chance, light: Light) => string

const spread = (chance: Chance, count: number, draw: (x: number, chance: Chance) => string) =>
  Array.from({ length: count }, (_, index) => draw(((index + 0.2 + chance() * 0.6) * width) / count, chance)).join('')

const tree = (x: number, base: number, size: number, colour: string) =>
  `<path d="M${round(x)} ${round(base)} v${round(-size * 0.6)}" stroke="#5a4634" stroke-width="${round(size * 0.09)}"/>
   <ellipse cx="${round(x)}" cy="${round(base - size * 0.95)}" rx="${round(size * 0.42)}" ry="${round(size * 0.52)}" fill="${colour}"/>`

const water = (light: Light, top: number) =>
  `<rect y="${top}" width="${width}" height="${height - top}" fill="${light.sky[1]}"/>
   ${[40, 95, 160].map((down, index) => `<rect x="${180 + index * 330}" y="${top + down}" width="${260 + index * 60}" height="5" rx="2.5" fill="${light.sky[0]}" opacity="0.8"/>`).join('')}`

const house = (x: number, base: number, light: Light) =>
  `<rect x="${round(x)}" y="${base - 70}" width="110" height="70" fill="#d8c3a5"/>
   <path d="M${round(x - 18)} ${base - 66} L${round(x + 55)} ${base - 128} L${round(x + 128)} ${base - 66} Z" fill="#8a5a44"/>
   <rect x="${round(x + 42)}" y="${base - 44}" width="28" height="44" fill="${light.ground}"/>`

const foregrounds: Record<Line['kind'], Foreground> = {
  forest: (chance, light) =>
    `${ridge(chance, 640, 40, light.near)}
     ${spread(chance, 26, (x) => tree(x, 690 + chance() * 40, 60 + chance() * 50, light.near))}
     ${ridge(chance, 760, 26, light.ground)}
     ${spread(chance, 13, (x) => tree(x, 800 + chance() * 50, 120 + chance() * 80, light.ground))}`,
  mangrove: (chance, light) =>
    `${water(light, 610)}
     ${spread(chance, 15, (x) => {
       const [base, size] = [650 + chance() * 150, 80 + chance() * 70]
       const roots = [-26, -12, 12, 26].map(
         (side) =>
           `M${round(x)} ${round(base - size * 0.5)} q${side / 2} ${round(size * 0.2)} ${side} ${round(size * 0.5)}`,
       )
       return `<path d="${roots.join(' ')}" stroke="#5a4634" stroke-width="5" fill="none"/>${tree(x, base - size * 0.2, size, light.near)}`
     })}`,
  cookstoves: (chance, light) =>
    `${ridge(chance, 680, 34, light.near)}
     ${spread(chance, 5, (x) => {
       const smoke = `<path d="M${round(x + 90)} 620 c-16 -30 18 -50 2 -84 c-10 -24 14 -44 4 -66" stroke="#ffffff" stroke-opacity="0.55" stroke-width="10" stroke-linecap="round" fill="none"/>`
       return `${chance() < 0.6 ? smoke : ''}${house(x, 730 + Math.round(chance() * 60), light)}`
     })}
     ${ridge(chance, 830, 16, light.ground)}`,
  solar: (chance, light) =>
    `${ridge(chance, 660, 22, light.near)}<rect y="740" width="${width}" height="160" fill="${light.ground}"/>
     ${[700, 765, 840].map((y, row) => spread(chance, 7 - row, (x) => `<path d="M${round(x)} ${y} l${90 + row * 30} -${26 + row * 8} l30 ${40 + row * 12} l-${90 + row * 30} ${26 + row * 8} Z" fill="#2f4b6e" stroke="#c9d6df" stroke-width="3"/>`)).join('')}`,
  wind: (chance, light) =>
    `${spread(chance, 6, (x) => {
      const [top, length] = [300 + chance() * 120, 92 + chance() * 34]
      const turn = chance() * 2
      const blades = [0, 1, 2].map((blade) => {
        const angle = turn + (blade * 2 * Math.PI) / 3
        return `M${round(x)} ${round(top)} L${round(x + Math.cos(angle) * length)} ${round(top + Math.sin(angle) * length)}`
      })
      return `<path d="M${round(x)} ${round(top)} V720" stroke="#f4f6f5" stroke-width="9"/><path d="${blades.join(' ')}" stroke="#f4f6f5" stroke-width="7" stroke-linecap="round"/>`
    })}
     ${ridge(chance, 690, 30, light.near)}${ridge(chance, 800, 24, light.ground)}`,
  biogas: (chance, light) =>
    `${ridge(chance, 660, 24, light.near)}
     ${spread(chance, 4, (x) => `<path d="M${round(x)} 760 a95 78 0 0 1 190 0 Z" fill="#c7cdb8"/><rect x="${round(x + 88)}" y="664" width="14" height="26" fill="#7a7f70"/>`)}
     ${ridge(chance, 775, 12, light.ground)}
     ${spread(chance, 5, (x) => `<ellipse cx="${round(x)}" cy="818" rx="44" ry="25" fill="#6b4f3c"/><circle cx="${round(x + 46)}" cy="802" r="16" fill="#6b4f3c"/><path d="M${round(x - 24)} 830 v34 M${round(x + 22)} 830 v34" stroke="#6b4f3c" stroke-width="9"/>`)}`,
  rice: (chance, light) =>
    `${[600, 660, 725, 800].map((y, row) => `<path d="M0 ${y} Q${round(300 + chance() * 400)} ${y - 34} 800 ${y} T${width} ${y - 10} V${height} H0 Z" fill="${row % 2 === 0 ? light.near : light.sky[1]}" stroke="${light.ground}" stroke-width="5"/>`).join('')}
     ${spread(chance, 30, (x) => `<path d="M${round(x)} ${round(840 + chance() * 50)} v-34 M${round(x)} 846 l-9 -26 M${round(x)} 846 l9 -26" stroke="${light.ground}" stroke-width="4"/>`)}`,
  biochar: (chance, light) =>
    `${ridge(chance, 650, 26, light.near)}
     ${[700, 750, 805, 860].map((y, row) => `<path d="M0 ${y} Q800 ${y - 46 - row * 6} ${width} ${y} V${y + 46} H0 Z" fill="${row % 2 === 0 ? '#5b4a3c' : '#463a31'}"/>${spread(chance, 22 - row * 3, (x) => `<circle cx="${round(x)}" cy="${round(y + 4 - 40 * Math.sin((x / width) * Math.PI))}" r="${7 + row * 3}" fill="${light.near}"/>`)}`).join('')}`,
}

import { createHash } from 'node:crypto'
import { create } from 'qrcode'
import type { Pdf } from './sheet.ts'

/** In modules (ISO/IEC 18004). */
const quietModules = 4

/** One black path in a white square of `side` points, with quiet zone. */
export function drawQrCode(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const module = side / (size + 2 * quietModules)
  pdf.rect(x, y, side, side).fill('#ffffff')
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = column
      while (column < size && data[row * size + column]) column++
      if (column === from) continue
      pdf.rect(x + (quietModules + from) * module, y + (quietModules + row) * module, (column - from) * module, module)
    }
  }
  pdf.fill('#000000')
}

const ringCount = 22
const pointsOfRing = 18

/** Every seed gives its own slightly uneven rings. */
export function drawRings(pdf: Pdf, seed: string, x: number, y: number, radius: number, color: string): void {
  const chance = createHash('sha512').update(seed).digest()
  const dents = Array.from({ length: 5 }, (_, wave) => ({
    waves: wave + 1,
    depth: (0.035 * ((chance[wave] ?? 0) / 255)) / Math.sqrt(wave + 1),
    turn: ((chance[wave + 8] ?? 0) / 255) * 2 * Math.PI,
  }))
  pdf.lineWidth(0.6)
  for (let ring = 1; ring <= ringCount; ring++) {
    const wobble = (chance[ring + 16] ?? 0) / 255 - 0.5
    const mean = (radius * (ring + wobble * 0.55)) / ringCount
    drawRing(pdf, x, y, (angle) => {
      const shape = dents.reduce(
        (sum, { waves, depth, turn }) => sum + depth * Math.sin(waves * angle + turn + ring * 0.02),
        1,
      )
      return mean * shape
    })
  }
  pdf.stroke(color)
}

/** Catmull-Rom spline as Bézier curves. */
function drawRing(pdf: Pdf, x: number, y: number, radiusAt: (angle: number) => number): void {
  const points = Array.from({ length: pointsOfRing }, (_, index) => {
    const angle = (index / pointsOfRing) * 2 * Math.PI
    const radius = radiusAt(angle)
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
  })
  const at = (index: number) => points[(index + pointsOfRing) % pointsOfRing] ?? ([x, y] as const)
  pdf.moveTo(...at(0))
  for (let index = 0; index < pointsOfRing; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    pdf.bezierCurveTo(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    )
  }
  pdf.closePath()
}

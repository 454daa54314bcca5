import { createHash } from 'node:crypto'
import { percentile } from './lines.ts'

const rounds = 40
const hashesPerRound = 2_000
const block = Buffer.alloc(4_096)

/** The machine's present noise: how much longer the slowest tenth of equal rounds takes than the fastest. */
export function noiseOfMachine(): string {
  const rates = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    for (let hash = 0; hash < hashesPerRound; hash++) createHash('sha256').update(block).digest()
    return performance.now() - startedAt
  })
  return `${(((percentile(rates, 0.9) - percentile(rates, 0.1)) / percentile(rates, 0.1)) * 100).toFixed(0)} %`
}

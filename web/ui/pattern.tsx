/** Returns a 32-bit FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** A decorative picture, always the same for the same text. */
export function Pattern({ of }: { of: string }) {
  const hash = hashOf(of)
  const hue = (hash >>> 7) % 360
  const centre = { x: 40 + ((hash >>> 4) % 240), y: 20 + ((hash >>> 12) % 140) }
  const lean = ((hash >>> 20) % 50) / 100 + 0.55
  const turn = (hash >>> 8) % 180
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="block size-full"
      fill="none"
    >
      <rect width="320" height="180" fill={`light-dark(hsl(${hue} 32% 90%), hsl(${hue} 24% 18%))`} />
      {Array.from({ length: 13 }, (_, ring) => (
        <ellipse
          // biome-ignore lint/suspicious/noArrayIndexKey: the rings never move
          key={ring}
          cx={centre.x + Math.sin(ring + hash) * 5}
          cy={centre.y + Math.cos(ring + hash) * 4}
          rx={12 + ring * 22}
          ry={(12 + ring * 22) * lean}
          transform={`rotate(${turn} ${centre.x} ${centre.y})`}
          stroke={ringColour((hue + ring * 3) % 360, ring)}
          strokeWidth={ring % 4 === 0 ? 1.6 : 0.7}
        />
      ))}
    </svg>
  )
}

/** Wider rings fade. */
function ringColour(hue: number, ring: number): string {
  return `light-dark(hsl(${hue} 38% ${42 + ring * 3}%), hsl(${hue} 40% ${62 - ring * 2.4}%))`
}

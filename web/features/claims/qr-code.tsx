import { useEffect, useState } from 'react'

interface Drawn {
  size: number
  path: string
}

/** The quiet zone that QR readers need, in modules. */
const margin = 3

/** Dark on white in both themes, for QR readers. The library loads on demand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isCurrent = true
    import('qrcode')
      .then(({ create }) => {
        const { modules } = create(text, { errorCorrectionLevel: 'M' })
        if (isCurrent) setDrawn({ size: modules.size, path: pathOf(modules) })
      })
      // Without the code, the address beside it suffices.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text])
  const width = (drawn?.size ?? 0) + 2 * margin
  return (
    <div className="size-36 shrink-0 overflow-hidden rounded-md border border-line">
      {drawn && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`${-margin} ${-margin} ${width} ${width}`}
          shapeRendering="crispEdges"
          className="block size-full"
        >
          <rect x={-margin} y={-margin} width={width} height={width} fill="#fff" />
          <path d={drawn.path} fill="#000" />
        </svg>
      )}
    </div>
  )
}

/** Returns one SVG path with a square per dark module. */
function pathOf({ size, data }: { size: number; data: ArrayLike<number> }): string {
  return Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '')).join('')
}

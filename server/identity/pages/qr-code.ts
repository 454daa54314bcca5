import { create } from 'qrcode'
import { type Html, html } from '#server/infra/texts/html.ts'

/** In modules (ISO/IEC 18004). */
const quietModules = 4

/** Dark on white in both themes, for cameras. */
export function qrCode(text: string, label: string): Html {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = size + 2 * quietModules
  const path = [...data.entries()].flatMap(([at, isDark]) =>
    isDark ? [`M${(at % size) + quietModules} ${Math.floor(at / size) + quietModules}h1v1h-1z`] : [],
  )
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">
<rect width="${side}" height="${side}" fill="#fff"/><path d="${path.join('')}" fill="#000"/>
</svg>`
}

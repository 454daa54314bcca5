/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes a share (0–1) of `other` into `one`. */
function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const from = Number.parseInt(one.slice(at, at + 2), 16)
    const to = Number.parseInt(other.slice(at, at + 2), 16)
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Text contrasts least with the raised surface. */
const hardest = { dark: '#1c2421', light: '#f3f2ed' }

/**
 * Mixes the colour with white (dark) or black (light) up to a contrast of 4.5:1 on every background (WCAG 2.2, 1.4.3).
 */
export function accentFor(hex: string, theme: 'dark' | 'light'): { accent: string; onAccent: string } {
  const towards = theme === 'dark' ? '#ffffff' : '#000000'
  let accent = hex.toLowerCase()
  for (let share = 0; contrast(accent, hardest[theme]) < 4.5 && share <= 1; share += 0.05) {
    accent = mix(hex, towards, share)
  }
  const onAccent = contrast(accent, '#ffffff') >= contrast(accent, '#06120d') ? '#ffffff' : '#06120d'
  return { accent, onAccent }
}

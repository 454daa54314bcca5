import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { accentFor } from '#shared/rules/accent.ts'
import type { Visit } from './visit.ts'

const files = {
  'style.css': { path: new URL('style.css', import.meta.url), type: 'text/css; charset=utf-8' },
  'passkey.js': { path: new URL('passkey.js', import.meta.url), type: 'text/javascript; charset=utf-8' },
  'inter.woff2': {
    path: new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
    type: 'font/woff2',
  },
} as const

export async function sendAsset(name: keyof typeof files, visit: Visit): Promise<void> {
  const { path, type } = files[name]
  send(visit, type, await readFile(fileURLToPath(path)))
}

/** Colours must stay readable in both themes, as in web/lib/theme.ts. */
export function sendAccent(visit: Visit): void {
  const rule = (selector: string, theme: 'dark' | 'light') => {
    const { accent, onAccent } = accentFor(visit.site.accent, theme)
    return `${selector} { --accent: ${accent}; --on-accent: ${onAccent}; }\n`
  }
  // Needs the specificity of style.css.
  const light = rule(':root[data-theme="light"]', 'light')
  const system = `@media (prefers-color-scheme: light) { ${rule(':root:not([data-theme])', 'light')} }\n`
  send(visit, files['style.css'].type, rule(':root', 'dark') + light + system)
}

function send({ reply }: Visit, type: string, content: string | Buffer): void {
  reply.type(type).header('cache-control', 'public, max-age=3600').send(content)
}

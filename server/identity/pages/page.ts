import { type TextKey, translate } from '#server/identity/texts/texts.ts'
import { type Html, html } from '#server/infra/texts/html.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { type Language, languages } from '#shared/rules/languages.ts'

export const themes = ['dark', 'light'] as const
export type Theme = (typeof themes)[number]

export type Look = {
  registryName: string
  /** `#rrggbb`. */
  accent: string
  /** The site, without a trailing slash. */
  origin: string
  /** The provider's mount path, such as `/identity`. */
  path: string
  language: Language
  /** Null: the system's preference, else dark. */
  theme: Theme | null
  /** Path and query, for the links that change language and theme. */
  address: string
}

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

export function wordsOf(look: Look): Translate {
  return (key, values) => translate(look.language, key, { registry: look.registryName, ...values })
}

/** From two minutes on in minutes. */
export function waitText(words: Translate, waitS: number): string {
  return waitS < 120 ? words('wait.seconds', { count: waitS }) : words('wait.minutes', { count: Math.ceil(waitS / 60) })
}

/** The title names a fault first, for screen readers. */
export function page(look: Look, title: string, content: Html, hasFault = false): string {
  const words = wordsOf(look)
  const fullTitle = `${hasFault ? words('page.error', { title }) : title} · ${look.registryName}`
  return html`<!doctype html>
<html lang="${look.language}" ${look.theme && html`data-theme="${look.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${fullTitle}</title>
<link rel="stylesheet" href="${look.path}/assets/style.css">
<link rel="stylesheet" href="${look.path}/assets/accent.css?${look.accent.slice(1)}">
<link rel="icon" href="${look.origin}/favicon.png">
</head>
<body>
<header>${look.registryName}</header>
<main>
<h1>${title}</h1>
${content}
</main>
<footer><nav aria-label="${words('page.preferences')}">${preferences(look)}</nav></footer>
</body>
</html>`.markup
}

function preferences(look: Look): Html {
  const link = (name: 'lang' | 'theme', value: string, text: string, isCurrent: boolean) =>
    html`<li><a href="${addressWith(look, name, value)}" ${name === 'lang' && html`lang="${value}" hreflang="${value}"`} ${isCurrent && html`aria-current="true"`}>${text}</a></li>
`
  return html`<ul>
${languages.map((language) => link('lang', language, wordingIn(language).t(`languages.${language}`), language === look.language))}
${themes.map((theme) => link('theme', theme, translate(look.language, `theme.${theme}`), theme === look.theme))}
</ul>`
}

function addressWith({ address }: Look, name: string, value: string): string {
  const url = new URL(`http://localhost${address}`)
  url.searchParams.set(name, value)
  return `${url.pathname}${url.search}`
}

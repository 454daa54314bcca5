import { say, type TextKey } from '#server/identity/texts/texts.ts'
import { type Html, html } from '#server/infra/texts/html.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { type Language, languages } from '#shared/rules/languages.ts'

export const themes = ['dark', 'light'] as const
export type Theme = (typeof themes)[number]

/** What every page knows: whose registry it is, and how its reader wants it. */
export type Look = {
  registryName: string
  /** The tenant's colour, `#rrggbb`. */
  accent: string
  /** The site to go back to, without a slash at the end. */
  origin: string
  /** Where the provider is mounted, such as `/identity`. */
  path: string
  language: Language
  /** Null: as the system prefers, dark if it has no preference. */
  theme: Theme | null
  /** The path of this page with its query, for the links that change language and theme. */
  address: string
}

export type Say = (key: TextKey, values?: Record<string, string | number>) => string

/** A page's words in its reader's language. */
export function wordsOf(look: Look): Say {
  return (key, values) => say(look.language, key, { registry: look.registryName, ...values })
}

/** How long to wait, in the reader's words; from two minutes on in minutes. */
export function waitText(words: Say, waitS: number): string {
  return waitS < 120 ? words('wait.seconds', { count: waitS }) : words('wait.minutes', { count: Math.ceil(waitS / 60) })
}

/** A whole page around its content. A fault is said in the title too, as screen readers read that first. */
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
${themes.map((theme) => link('theme', theme, say(look.language, `theme.${theme}`), theme === look.theme))}
</ul>`
}

function addressWith({ address }: Look, name: string, value: string): string {
  const url = new URL(`http://localhost${address}`)
  url.searchParams.set(name, value)
  return `${url.pathname}${url.search}`
}

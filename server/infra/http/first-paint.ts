import { type Html, html } from '#server/infra/texts/html.ts'
import type { FirstRow, FirstWords } from '#server/infra/texts/page-head.ts'

/**
 * The page until the app draws: the registry's name, the heading and the first rows or facts, with the app's classes
 * (web/app/header.tsx, web/ui/page.tsx, web/ui/table.tsx, web/features/hero/hero-page.tsx and ask-box.tsx; a browser test
 * compares them). The page's first script hides words that do not apply.
 */
export function firstPaintOf(site: string, words: FirstWords): Html {
  return html`
      <header aria-hidden="true" class="sticky top-0 z-30 border-b border-line bg-ground">
        <div class="mx-auto flex min-h-16 max-w-7xl items-center gap-2 px-4 sm:px-6">
          <div class="mr-2 flex min-w-0 items-center gap-2.5 py-1 font-semibold">
            <span class="size-7 shrink-0"></span>
            <span data-first class="max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-tight sm:truncate">${site}</span>
          </div>
        </div>
      </header>
      <main data-server class="flex-1">${frames[words.frame](words)}</main>
    `
}

type Words = Omit<FirstWords, 'frame'>

const frames: Record<FirstWords['frame'], (words: Words) => Html> = {
  start: ({ heading, lead, ask }) => html`
        <div data-first class="mx-auto max-w-7xl px-4 py-6 sm:px-6 sm:py-10">
          <div class="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            <div>
              <h1 class="text-title font-semibold tracking-tight">${heading}</h1>
              <p class="mt-2 max-w-prose text-lg text-ink-soft">${lead}</p>
              ${ask ? askOf(ask) : null}
            </div>
          </div>
        </div>`,
  page: (words) => pageOf(words, html`max-w-7xl`),
  narrow: (words) => pageOf(words, html`max-w-3xl`),
  project: ({ heading, about }) => html`
        <div class="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 sm:py-8">
          <div class="aspect-[2/1] max-h-80 w-full rounded-md border border-line sm:aspect-[4/1]"></div>
          <header class="mt-6">
            <h1 data-first class="text-lg font-semibold break-words sm:text-title">${heading}</h1>
            ${aboutOf(about)}
          </header>
          ${greyRows}
        </div>`,
  outline: (words) => outlineOf(words),
}

const askOf = ({ label, hint }: { label: string; hint: string }): Html => html`<div class="mt-5">
                <span class="text-sm font-medium">${label}</span>
                <div class="control mt-1 min-h-11"></div>
                <p class="mt-1 text-sm text-ink-faint">${hint}</p>
              </div>`

const outlineOf = ({ heading, about }: Words): Html => html`
        <div class="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 sm:py-8">
          <div data-outline class="flex min-h-40 flex-col rounded-md border border-line bg-surface p-4 sm:p-5">
            <h1 data-first class="text-lg font-semibold break-words sm:text-title">${heading}</h1>
            ${aboutOf(about)}
          </div>
          ${greyRows}
        </div>`

const pageOf = ({ heading, lead, about, rows }: Words, width: Html): Html => html`
        <div class="mx-auto w-full px-4 py-8 sm:px-6 sm:py-10 ${width}">
          <header data-first class="mb-6">
            <h1 class="text-title font-semibold">${heading}</h1>
            ${lead !== null && html`<div class="mt-2 max-w-prose text-pretty text-ink-soft">${lead}</div>`}
          </header>
          ${aboutOf(about)}
          ${rows && rows.length > 0 ? rowsOf(rows) : greyRows}
        </div>`

const aboutOf = (about: string[] = []): Html | false =>
  about.length > 0 &&
  html`<div data-first class="mt-3 mb-6 max-w-prose text-ink-soft">${about.map((text) => html`<p class="mt-1">${text}</p>`)}</div>`

/** Below the places of the list's search and filters. */
const rowsOf = (rows: FirstRow[]): Html => html`
          <div class="h-11 animate-pulse rounded-md bg-raised"></div>
          <div class="mt-3 h-10 w-2/3 animate-pulse rounded-md bg-raised"></div>
          <ul data-first class="mt-6 border-t border-line">
            ${rows.map(rowOf)}
          </ul>`

const rowOf = ({ path, name, facts }: FirstRow): Html => html`
            <li class="row flex min-h-11 flex-wrap items-baseline gap-x-3 border-b border-line py-2">
              <a href="${path}" class="row-link min-w-0 basis-full font-medium wrap-anywhere">${name}</a>
              ${facts.map(
                ({ label, value }) => html`
                <span class="tabular flex min-w-0 text-sm flex-wrap items-baseline gap-x-1.5">
                  <span class="shrink-0 text-ink-faint">${label}</span>
                  <span class="min-w-0 wrap-anywhere">${value}</span>
                </span>`,
              )}
            </li>`

const greyRows = html`<div class="flex flex-col gap-3 py-2">${Array.from(
  { length: 8 },
  () => html`<div class="h-11 animate-pulse rounded-md bg-raised"></div>`,
)}</div>`

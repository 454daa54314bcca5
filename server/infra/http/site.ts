import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from '#server/infra/texts/html.ts'
import type { FirstWords, PageHead } from '#server/infra/texts/page-head.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { because, Failure, nullOn } from '#shared/rules/failure.ts'
import { translations } from '#shared/rules/languages.ts'
import { allowCaching, neverCached } from './cache-control.ts'
import { earlyIn } from './early.ts'
import { answerFailure } from './errors.ts'
import { firstPaintOf } from './first-paint.ts'

/**
 * Serves the web app's files (immutable if their name has a hash), and elsewhere its page with title and description.
 */
export async function serveSite(
  app: FastifyInstance,
  folder: string,
  publicUrl: string,
  headOf: (request: FastifyRequest) => Promise<PageHead>,
): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const early = await earlyIn(folder, page)
  const checkPolicy = await policyOfCheckPage(folder)
  const served = { index: false, preCompressed: true } as const
  // One route instead of hundreds.
  await app.register(fastifyStatic, {
    ...served,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    setHeaders: (response) => void response.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    ...served,
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    setHeaders: (response, path) => {
      // A worker or shell from a cache would keep an earlier version.
      response.header('cache-control', /(sw\.js|index\.html)$/.test(path) ? 'no-cache' : 'public, max-age=300')
      if (path.endsWith('/check.html')) response.header('content-security-policy', checkPolicy)
    },
  })
  // Browsers request it without a page.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.png', 301))
  app.get('/*', async (request, reply) => {
    if (!isPage(request.url)) {
      if (isOfFolder(request.url) || !request.headers.accept?.includes('text/html')) {
        return answerFailure(
          new Failure('not_found', 'There is nothing at this address.', because('noSuch.address')),
          request,
          reply,
        )
      }
      // The app shows the error in the reader's language.
      return reply.code(404).header('cache-control', neverCached).type('text/html; charset=utf-8').send(page)
    }
    const elsewhere = addressAt(publicUrl, request)
    if (elsewhere) return reply.redirect(elsewhere)
    const head = await headOf(request).catch(nullOn('not_found'))
    if (!head) {
      return reply.code(404).header('cache-control', neverCached).type('text/html; charset=utf-8').send(nobodyHere)
    }
    if (head.isFor === 'nobody') reply.code(404).header('cache-control', neverCached)
    else allowCaching(request, reply, ['accept-language'])
    return reply
      .header('content-language', head.language)
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace('<html lang="en"', `<html lang="${head.language}"`)
          .replace(/<title>.*?<\/title>/s, () => tagsOf(head))
          .replace('<div id="root"></div>', (root) => (head.first ? rootWith(head.site, head.first) : root))
          .replace(firstScript, (script) => `${script} ${early.ofMembers(request.url, head.language)}`)
          .replace('</head>', `  ${early.tags(request.url, head)}\n  </head>`),
      )
  })
}

const firstScript = '<script src="/first-paint.js"'

/** The page that checks proofs runs its own script, and connects to nobody: what it states for itself holds here too. */
async function policyOfCheckPage(folder: string): Promise<string> {
  const page = await readFile(join(folder, 'check.html'), 'utf8')
  return `${/content="(default-src[^"]+)"/.exec(page)?.[1]}; frame-ancestors 'none'`
}

function rootWith(site: string, first: FirstWords): string {
  return `<div id="root">${firstPaintOf(site, first).markup}</div>`
}

const notPages = /^\/(api|identity|images|documents|certificates)(\/|$)/

/** Files, and invalid paths: `//host` (another site to browsers), `\\`, control characters. */
const noPage = /\.[a-z0-9]{2,5}$|\/\/|[\\\p{Cc}]/iu

function isPage(url: string): boolean {
  const path = pathIn(url)
  return path?.startsWith('/') === true && !notPages.test(path) && !noPage.test(path)
}

function isOfFolder(url: string): boolean {
  return notPages.test(pathIn(url) ?? url)
}

/** PUBLIC_URL's address, if the request used a loopback IP, where sign-in fails; else null. */
function addressAt(publicUrl: string, { host, url }: FastifyRequest): string | null {
  const { hostname, port } = new URL(publicUrl)
  const numbers = ['127.0.0.1', '[::1]'].map((number) => (port ? `${number}:${port}` : number))
  return hostname === 'localhost' && numbers.includes(host) ? publicUrl + url : null
}

/** Null if undecodable. */
function pathIn(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '')
  } catch {
    return null
  }
}

/** For a closed registry; the reader's language is unknown. */
const nobodyHere = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="/favicon.png">
<title>${wordingIn('en').t('head.noRegistry.title')}</title>
<main>
<h1>${wordingIn('en').t('head.noRegistry.lead')}</h1>
${translations.map((language) => `<p lang="${language}">${wordingIn(language).t('head.noRegistry.lead')}</p>`).join('\n')}
</main>
</html>
`

function tagsOf({ site, title, description, canonical, picture, oEmbed, data, isFor }: PageHead): string {
  return [
    html`<title>${title}</title>`,
    html`<meta name="description" content="${description}" />`,
    html`<meta name="keywords" content="registry, sustainable outcomes, digital assets, marketplace, wallet" />`,
    isFor !== 'everybody' && html`<meta name="robots" content="noindex" />`,
    canonical !== undefined && html`<link rel="canonical" href="${canonical}" />`,
    html`<meta property="og:site_name" content="${site}" />`,
    html`<meta property="og:type" content="website" />`,
    canonical !== undefined && html`<meta property="og:url" content="${canonical}" />`,
    html`<meta property="og:title" content="${title}" />`,
    html`<meta property="og:description" content="${description}" />`,
    picture !== undefined && html`<meta property="og:image" content="${picture}" />`,
    html`<meta name="twitter:card" content="${picture === undefined ? 'summary' : 'summary_large_image'}" />`,
    oEmbed !== undefined &&
      html`<link rel="alternate" type="application/json+oembed" href="${oEmbed}" title="${title}" />`,
  ]
    .flatMap((tag) => (tag ? [tag.markup] : []))
    .concat(data ? [`<script type="application/ld+json">${inScript(data)}</script>`] : [])
    .join('\n    ')
}

/** Cannot close its script element. */
function inScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

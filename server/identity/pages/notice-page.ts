import { html } from '#server/infra/texts/html.ts'
import { type Look, page, wordsOf } from './page.ts'

type Notice =
  | 'forgot.sent'
  | 'forgot.no-mail'
  | 'register.sent'
  | 'register.closed'
  | 'password.done'
  | 'change.done'
  | 'change.refused'
  | 'link.gone'
  | 'address.sent'
  | 'address.no-mail'
  | 'address.done'
  | 'address.taken'
  | 'address.stopped'
  | 'address.gone'
  | 'sessions.refused'
  | 'not-me.done'
  | 'not-me.helpless'
  | 'not-me.gone'
  | 'security.refused'
  | 'signed-out'
  | 'expired'
  | 'refused'
  | 'broken'

/** `detail` helps to investigate a failure. */
export function noticePage(look: Look, notice: Notice, detail: string | null = null): string {
  const words = wordsOf(look)
  const content = html`<p>${words(`${notice}.lead`)}</p>
${detail ? html`<p><small>${detail}</small></p>` : null}
${notice === 'link.gone' || notice === 'change.refused' ? html`<p><a href="${look.path}/forgot">${words('link.gone.again')}</a></p>` : null}
${notice === 'address.stopped' || notice === 'not-me.gone' ? html`<p><a href="${look.path}/forgot">${words('forgot.title')}</a></p>` : null}
<a class="button" href="${look.origin}/">${words(notice === 'password.done' ? 'password.done.continue' : 'page.back')}</a>`
  return page(look, words(`${notice}.title`), content)
}

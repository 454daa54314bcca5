import { html } from '#server/infra/texts/html.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { paths } from '#shared/rules/paths.ts'
import { type Look, page, wordsOf } from './page.ts'

export type ShownSession = {
  uid: string
  /** In words. */
  device: string
  address: string | null
  signedInAt: Date
  usedAt: Date
  isHere: boolean
}

export type Ended = 'one' | 'others'

/** Posts `end`, a session's `uid`, `others` or `all`, to its own address. `ended`: what has just been done. */
export function sessionsPage(look: Look, sessions: readonly ShownSession[], ended: Ended | null = null): string {
  const words = wordsOf(look)
  const { day, clock } = wordingIn(look.language)
  const timeOf = (at: Date) => `${day(at.toISOString())}, ${clock(at.toISOString())}`
  const item = ({ uid, device, address, signedInAt, usedAt, isHere }: ShownSession, place: number) => html`<li>
<p id="device-${place}"><strong>${device}</strong> ${isHere ? html`<span class="mark">${words('sessions.here')}</span>` : null}</p>
<small>${words('sessions.since', { time: timeOf(signedInAt) })}</small>
<small>${words('sessions.used', { time: timeOf(usedAt) })}</small>
${address ? html`<small>${words('sessions.from', { address })}</small>` : null}
<button class="quiet" name="end" value="${uid}" aria-describedby="device-${place}">${words(isHere ? 'sessions.endHere' : 'sessions.end')}</button>
</li>
`
  const content = html`<p>${words('sessions.lead')}</p>
${ended && html`<p class="said" role="status">${words(`sessions.ended.${ended}`)}</p>`}
<form method="post" class="sessions">
<ul>
${sessions.map(item)}
</ul>
${sessions.length > 1 ? html`<button name="end" value="others">${words('sessions.others')}</button>` : null}
<button class="quiet" name="end" value="all">${words('sessions.all')}</button>
</form>
<p><a href="${look.path}/password/change">${words('change.title')}</a></p>
<p><a href="${look.origin}${paths.profile}">${words('page.back')}</a></p>`
  return page(look, words('sessions.title'), content)
}

import { type Html, html } from '#server/infra/texts/html.ts'

export type Field = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete:
    | 'given-name'
    | 'family-name'
    | 'username'
    | 'email'
    | 'current-password'
    | 'new-password'
    | 'one-time-code'
    | 'off'
  value?: string
  hint?: string
  fault?: string | null
  isFirst?: boolean
}

/** Hint and fault are tied to the input for screen readers. */
export function field({ name, label, type, autocomplete, value = '', hint, fault, isFirst = false }: Field): Html {
  const describedBy = [hint && `${name}-hint`, fault && `${name}-fault`].filter((id) => id).join(' ')
  return html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required maxlength="254" ${autocomplete === 'one-time-code' ? html`inputmode="numeric"` : null} ${type === 'email' ? html`inputmode="email" autocapitalize="none" spellcheck="false"` : null} ${describedBy ? html`aria-describedby="${describedBy}"` : null} ${fault ? html`aria-invalid="true"` : null} ${isFirst ? html`autofocus` : null}>
${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : null}
${fault ? html`<span class="fault" id="${name}-fault">${fault}</span>` : null}
</div>`
}

export function alert(text: string | null): Html | null {
  return text === null ? null : html`<p class="alert" role="alert"><span aria-hidden="true">⚠ </span>${text}</p>`
}

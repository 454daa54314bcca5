import { cleanup } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach } from 'vitest'
import en from '#shared/texts/en.json' with { type: 'json' }
import first from '#shared/texts/first/en.json' with { type: 'json' }
import later from '#shared/texts/later/en.json' with { type: 'json' }
import parts from '#shared/texts/parts/en.json' with { type: 'json' }
import refusals from '#shared/texts/refusals/en.json' with { type: 'json' }

await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...first, ...later, ...refusals, ...parts } } },
})
afterEach(cleanup)

// jsdom lacks modal dialogs: open, close and Escape as in the HTML standard.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
  this.ownerDocument.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && this.open) this.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

// jsdom has no layout: no element changes its size.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom lacks media queries: a wide screen.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('min-width'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

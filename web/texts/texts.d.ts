import type en from '#shared/texts/en.json'
import type first from '#shared/texts/first/en.json'
import type later from '#shared/texts/later/en.json'
import type parts from '#shared/texts/parts/en.json'
import type refusals from '#shared/texts/refusals/en.json'

// Unknown keys become type errors.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en & typeof first & typeof later & typeof refusals & typeof parts }
  }
}

import type en from '#shared/texts/en.json'
import type first from '#shared/texts/first/en.json'
import type later from '#shared/texts/later/en.json'
import type refusals from '#shared/texts/refusals/en.json'

// Every text that a screen asks for exists: an unknown key is a type error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en & typeof first & typeof later & typeof refusals }
  }
}

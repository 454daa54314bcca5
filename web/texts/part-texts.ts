import i18next from 'i18next'
import { languages } from '#shared/rules/languages.ts'
import en from '#shared/texts/parts/en.json' with { type: 'json' }
import fr from '#shared/texts/parts/fr.json' with { type: 'json' }
import sw from '#shared/texts/parts/sw.json' with { type: 'json' }

/** Texts of parts of pages that load on demand: those import this file, so that other pages load none of it. */
const texts = { en, fr, sw }
for (const language of languages) i18next.addResourceBundle(language, 'parts', texts[language])
i18next.options.fallbackNS = ['parts'].concat(i18next.options.fallbackNS || [])

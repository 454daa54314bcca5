import type en from '#shared/texts/glossary/en.json'

/** A word that screens explain. */
export type GlossaryWord = keyof (typeof en)['glossary']

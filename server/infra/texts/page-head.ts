/** What a shared link shows of a page before any script runs; addresses are whole ones. */
export type PageHead = {
  language: string
  /** The registry's name. */
  site: string
  title: string
  description: string
  /** The one address of the page, of all that lead to it. */
  canonical?: string
  picture?: string
  oEmbed?: string
  /** What machines read, as JSON-LD. */
  data?: object
  /** Where nobody finds anything, the app says so; what is for insiders is in no search engine. */
  isFor: 'everybody' | 'insiders' | 'nobody'
  /** What the page says before the app draws it; null where that is not known. */
  first: FirstWords | null
}

/** What a visitor reads first of a page, and how it is laid out: the start, a screen, a narrow one, or one below a picture. */
export type FirstWords = { frame: 'start' | 'page' | 'narrow' | 'project'; heading: string; lead: string | null }

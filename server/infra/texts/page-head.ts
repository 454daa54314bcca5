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
}

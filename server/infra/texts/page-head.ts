/** For link previews; addresses are absolute. */
export type PageHead = {
  language: string
  site: string
  title: string
  description: string
  canonical?: string
  picture?: string
  oEmbed?: string
  /** JSON-LD. */
  data?: object
  /** 'nobody' is a 404; search engines index only 'everybody'. */
  isFor: 'everybody' | 'insiders' | 'nobody'
  first: FirstWords | null
  /** Addresses of the API that the page reads first. */
  reads: string[]
}

/** The first text and its layout ('project': below a picture; 'outline': on the outline of a project's place). */
export type FirstWords = {
  frame: 'start' | 'page' | 'narrow' | 'project' | 'outline'
  heading: string
  lead: string | null
  /** The box below ('start'). */
  ask?: { label: string; hint: string }
  /** What a record says first. */
  about?: string[]
  rows?: FirstRow[]
}

/** A row of a public list, as narrow screens show it. */
export type FirstRow = { path: string; name: string; facts: { label: string; value: string }[] }

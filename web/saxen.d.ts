/** The part of the package that is used here, which has no types. */
export class Parser {
  on(
    event: 'openTag',
    listener: (name: string, attributes: () => Record<string, string>, decode: (text: string) => string) => void,
  ): this
  on(event: 'closeTag', listener: (name: string) => void): this
  on(event: 'text', listener: (text: string, decode: (text: string) => string) => void): this
  on(event: 'cdata', listener: (text: string) => void): this
  stop(): void
  parse(xml: string): unknown
}

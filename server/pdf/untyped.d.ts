declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}

declare module 'linebreak' {
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default class LineBreaker {
    constructor(text: string)
    /** Null at the end of the text. */
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  type Bidi = {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): Levels
    getMirroredCharacter(character: string): string | null
  }
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function bidiFactory(): Bidi
}

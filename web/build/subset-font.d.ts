declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'sfnt' | 'woff' | 'woff2'
  }
  /** A font with the glyphs of `text` alone, and what their shaping needs. */
  // biome-ignore lint/style/noDefaultExport: as it is
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}

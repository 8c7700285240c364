// What is used of libheif-js, whose own types are those of the C functions.
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    /** Hands the decoded bytes (RGBA) to `target.data.set`; calls back with null for an image that cannot be decoded. */
    display(
      target: { readonly data: { set(bytes: Uint8Array, offset?: number): void } },
      done: (target: object | null) => void,
    ): void
  }
  const libheif: { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  // biome-ignore lint/style/noDefaultExport: a package in CommonJS
  export default libheif
}

/** A book of the manual: `web/build/manual.ts` reads it. */
declare module '*.md' {
  export const chapters: readonly import('../books.ts').Chapter[]
}

import type { Plugin } from 'vite'

/** The script that watches the page until the program is there: apart from it, so that it is there at once. */
export const earlyFile = 'src/app/early.ts'

/** Asks for that script ahead of the program. */
export function loadEarly(): Plugin {
  return {
    name: 'portal:early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(earlyFile))
          .map(({ fileName }) => ({
            tag: 'script',
            attrs: { type: 'module', async: '', src: `./${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

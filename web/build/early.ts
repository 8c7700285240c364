import type { Plugin } from 'vite'

/** The script that watches the page until the program is there: apart from it, so that it is there at once. */
export const earlyFile = 'src/app/before-hydration.ts'

/** What it shares with the program: a file of its own, or the script would load all of the program. */
export const leaveFile = /src\/lib\/page\/leave-history\.ts$/

/** Asks for that script ahead of the program, and for the program after what can be read at once: style and letters. */
export function loadEarly(): Plugin {
  return {
    name: 'portal:early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => ({
        html: html.replaceAll(
          '<script type="module" crossorigin',
          '<script type="module" fetchpriority="low" crossorigin',
        ),
        tags: Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(earlyFile))
          .map(({ fileName }) => ({
            tag: 'script',
            attrs: { type: 'module', async: '', src: `./${fileName}` },
            injectTo: 'head' as const,
          })),
      }),
    },
  }
}

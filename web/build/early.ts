import type { Plugin } from 'vite'

/** The script that records input until the program has loaded: a file of its own, so that it loads at once. */
export const earlyFile = 'src/app/before-hydration.ts'

/** Code shared with the program: a chunk of its own, or the script would load the whole program. */
export const leaveFile = /src\/lib\/page\/leave-history\.ts$/

/** Loads that script before the program, and the program after styles and fonts. */
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

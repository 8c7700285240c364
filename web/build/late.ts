import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts the script that says when the program does not start into the page as it is written: any browser must read it. */
export function loadLate(root: string): Plugin {
  return {
    name: 'portal:late',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: 'late.js', source: readFileSync(join(root, 'src/app/late.js'), 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      // Behind the page's base and ahead of the program: it must be there when the program does not come.
      handler: (html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((name) => /\/late-[^/]*\.js$/.test(name))
        return file ? html.replace(/<base [^>]*>/, (base) => `${base}<script defer src="./${file}"></script>`) : html
      },
    },
  }
}

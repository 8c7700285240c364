// Makes the tree ready to run: packages installed and everything built, each only where something changed.
// It uses nothing but Node itself, since it runs before anything is installed.
import { existsSync } from 'node:fs'
import { npm, run } from './run.mjs'
import { hashOf, isStamped, root, stamp } from './stamp.mjs'

/** What the packages are installed from; the stamp of an install lies among them. */
export const installStamp = { file: `${root}node_modules/.installed-from`, hash: () => hashOf(['package-lock.json']) }

/** What a build is made from; its stamp lies in the build. */
const buildInputs = [
  ...['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'scripts/server-bundle.mjs', 'contract/src'],
  ...['server/src', 'server/migrations', 'server/package.json'],
  ...['web/src', 'web/index.html', 'web/public', 'web/vite.config.ts', 'web/package.json'],
]
export const buildStamp = { file: `${root}server/dist/.built-from`, hash: () => hashOf(buildInputs) }

const isFresh = ({ file, hash }) => isStamped(file, hash())

/** Runs a step, told on one line with the time that it took; what it says itself is shown only when it fails. */
async function step(title, work) {
  const start = performance.now()
  process.stdout.write(`${title}…`)
  await work()
  process.stdout.write(` ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/** Installs the packages where that was not done from this package-lock.json; those that build as well, NODE_ENV or not. */
export async function makeInstalled() {
  if (isFresh(installStamp)) return
  await step('Installing packages, once', async () => {
    await run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { isQuiet: true })
    stamp(installStamp.file, installStamp.hash())
  })
}

/** Installs the packages and builds the site and the server where that was not done from these sources. */
export async function makeReady() {
  await makeInstalled()
  if (!refusalOfBuild()) return
  await step('Building', () => run(process.execPath, ['scripts/build.mjs'], { isQuiet: true }))
}

/** A sentence on a build that is missing or was made from other sources; undefined when it may be run. */
export function refusalOfBuild() {
  if (isFresh(buildStamp) && existsSync(`${root}web/dist/index.html`)) return undefined
  return 'The build is not made from these sources: npm run build makes it again.'
}

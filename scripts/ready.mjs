// Makes the tree ready to run: installs packages and builds everything, each only if something changed.
// It uses only Node's own modules, since it runs before anything is installed.
import { existsSync } from 'node:fs'
import { npm, run } from './run.mjs'
import { hashOf, isStamped, root, stamp } from './stamp.mjs'

/** The inputs of an install; its stamp is in node_modules. */
export const installStamp = { file: `${root}node_modules/.installed-from`, hash: () => hashOf(['package-lock.json']) }

/** The inputs of a build; its stamp is in the build. */
const buildInputs = [
  ...['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'scripts/server-bundle.mjs', 'contract/src'],
  ...['server/src', 'server/migrations', 'server/package.json'],
  ...['web/src', 'web/index.html', 'web/public', 'web/vite.config.ts', 'web/package.json'],
]
export const buildStamp = { file: `${root}server/dist/.built-from`, hash: () => hashOf(buildInputs) }

const isFresh = ({ file, hash }) => isStamped(file, hash())

/** Runs a step and prints its title and its duration on one line. */
async function step(title, work) {
  const start = performance.now()
  process.stdout.write(`${title}…`)
  await work()
  process.stdout.write(` ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/** Installs the packages, including development packages, unless they were installed from this package-lock.json. */
export async function makeInstalled() {
  if (isFresh(installStamp)) return
  await step('Installing packages, once', async () => {
    await run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { isQuiet: true })
    stamp(installStamp.file, installStamp.hash())
  })
}

/** A program without its sources, as in an image: there is nothing to build it from. */
const isBuildAlone = !existsSync(`${root}server/src`)

/** Installs the packages and builds the site and the server, unless that was done from these sources. */
export async function makeReady() {
  if (isBuildAlone) return
  await makeInstalled()
  if (!errorOfBuild()) return
  await step('Building', () => run(process.execPath, ['scripts/build.mjs'], { isQuiet: true }))
}

/** An error message if the build is missing or was made from other sources; undefined if it is current. */
export function errorOfBuild() {
  if (isFresh(buildStamp) && existsSync(`${root}web/dist/index.html`)) return undefined
  return 'The build is out of date: npm run build rebuilds it.'
}

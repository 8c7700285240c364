// Completes package-lock.json: node scripts/lock-file.mjs. npm omits packages of other platforms that were not
// installed when it wrote the lock (npm's issue 4828), and then refuses `npm ci` on every platform.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { root } from './stamp.mjs'

/** The lock entries where Node looks for `name` from the package at `place`, nearest first. */
function placesFor(name, place) {
  const parents = [place]
  while (parents.at(-1)) parents.push(parents.at(-1).replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$|^[^/]+$/, ''))
  return parents.map((parent) => `${parent && `${parent}/`}node_modules/${name}`)
}

/** The optional packages that the lock depends on but does not list. */
export function missingFrom({ packages }) {
  const optional = Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, place, dev })),
  )
  return optional.filter(({ name, place }) => !placesFor(name, place).some((other) => packages[other]))
}

/** The lock entry of a package for one platform, derived from its name: `@scope/binding-linux-x64-musl`. */
function entryOf({ name, version, dev }) {
  const pattern =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-\w*(musl|gnu))?/
  const [, os, cpu, library] = pattern.exec(name) ?? []
  if (!os || !/^\d/.test(version))
    throw new Error(`${name}@${version}: cannot derive a lock entry from this name and version.`)
  const libc = os === 'linux' && library && { musl: ['musl'], gnu: ['glibc'] }[library]
  return { version, cpu: [cpu], ...(dev && { dev }), ...(libc && { libc }), optional: true, os: [os] }
}

/** Returns the lock with the missing packages added; npm checks no hash of the added entries. */
export function completeLock(lock) {
  const added = missingFrom(lock).map((missing) => [`node_modules/${missing.name}`, entryOf(missing)])
  const packages = Object.entries(lock.packages).concat(added)
  return { ...lock, packages: Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en'))) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = `${root}package-lock.json`
  writeFileSync(file, `${JSON.stringify(completeLock(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`)
}

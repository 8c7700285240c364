// Completes package-lock.json: node scripts/lock-file.mjs. npm leaves out packages of other platforms that it could not
// see when the lock was made (npm's issue 4828), and then refuses `npm ci` on every platform.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { root } from './stamp.mjs'

/** Where Node would look for `name` from the package at `place` of the lock, nearest first. */
function placesFor(name, place) {
  const parents = [place]
  while (parents.at(-1)) parents.push(parents.at(-1).replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$|^[^/]+$/, ''))
  return parents.map((parent) => `${parent && `${parent}/`}node_modules/${name}`)
}

/** The optional packages that the lock names and does not list. */
export function missingFrom({ packages }) {
  const optional = Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, place, dev })),
  )
  return optional.filter(({ name, place }) => !placesFor(name, place).some((other) => packages[other]))
}

/** The entry of a package for one platform, which its name tells: `@scope/binding-linux-x64-musl`. */
function entryOf({ name, version, dev }) {
  const pattern =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-\w*(musl|gnu))?/
  const [, os, cpu, library] = pattern.exec(name) ?? []
  if (!os || !/^\d/.test(version)) throw new Error(`${name}@${version}: its name and version do not tell what to list.`)
  const libc = os === 'linux' && library && { musl: ['musl'], gnu: ['glibc'] }[library]
  return { version, cpu: [cpu], ...(dev && { dev }), ...(libc && { libc }), optional: true, os: [os] }
}

/** The same lock with everything listed; npm checks no hash of what is added here. */
export function complete(lock) {
  const added = missingFrom(lock).map((missing) => [`node_modules/${missing.name}`, entryOf(missing)])
  const packages = Object.entries(lock.packages).concat(added)
  return { ...lock, packages: Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en'))) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = `${root}package-lock.json`
  writeFileSync(file, `${JSON.stringify(complete(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`)
}

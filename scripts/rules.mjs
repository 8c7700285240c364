// Rules that no tool checks: each takes the tracked files as [{ name, text }] and returns one sentence for each error.

export const isTest = (name) => /\.(test|spec)\.\w+$/.test(name)
const isCode = (name) => /\.(ts|tsx|mjs|cjs|js|scss|sql)$/.test(name)
const officeFile = 'server/src/wiring/office-defaults.ts'

/** The line number of the character `index` of `text`. */
const lineAt = (text, index) => text.slice(0, index).split('\n').length

const placesOf = (pattern, { name, text }) =>
  [...text.matchAll(pattern)].map((match) => ({ place: `${name}:${lineAt(text, match.index)}`, found: match[0] }))

/** The office is a setting: only the file of its defaults contains its acronym, and this rule reads it there. */
export function errorsOfOfficeName(files) {
  const [, acronym] = /slug: '(\w+)'/.exec(files.find(({ name }) => name === officeFile)?.text) ?? []
  if (!acronym) return [`${officeFile} names no slug to look for`]
  const sources = files.filter(
    ({ name }) =>
      /^(contract|server|web|e2e|bench|faults|deploy|scripts)\//.test(name) && name !== officeFile && !isTest(name),
  )
  const found = sources.flatMap((file) => placesOf(new RegExp(acronym, 'gi'), file))
  return found.map(({ place }) => `${place} spells the office's acronym; take it from the settings`)
}

const ownPaths = /(?<![\w.:/~-])\/(?:home|Users|root|work|mnt|media)\/[\w.-]+|\b[A-Z]:\\Users\\/g
const registryHosts = /https?:\/\/[\w.-]*(?:registry|npmjs|npmmirror|artifactory|nexus|verdaccio|jfrog)[\w.-]*/g

/** No file names a machine's own path or a package registry. */
export function errorsOfPlaces(files) {
  const matches = files.flatMap((file) => [...placesOf(ownPaths, file), ...placesOf(registryHosts, file)])
  return matches.map(({ place, found }) => `${place} names ${found}`)
}

/** A file has at most 300 lines, a test 500. */
export function errorsOfLength(files) {
  const lines = ({ text }) => text.split('\n').length - 1
  const most = ({ name }) => (isTest(name) ? 500 : 300)
  const tooLong = files.filter((file) => isCode(file.name) && lines(file) > most(file))
  return tooLong.map((file) => `${file.name} has ${lines(file)} lines; ${most(file)} are the most`)
}

/** A literal has one property a line where it does not fit on one: no spread packs several. */
export function errorsOfSpreads(files) {
  const places = files.filter(({ name }) => isCode(name)).flatMap((file) => placesOf(/\.\.\.\{ *\w/g, file))
  return places.map(({ place }) => `${place} spreads a literal: write its properties`)
}

const maxFolderSources = 25

/** A folder has at most 25 sources directly in it; tests and migrations do not count. */
export function errorsOfFolders(files) {
  const sources = files.filter(({ name }) => /\/src\/.*\.(ts|tsx|js|mjs)$/.test(name) && !isTest(name))
  const counts = new Map()
  for (const { name } of sources) {
    const folder = name.slice(0, name.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFolderSources)
    .map(([folder, count]) => `${folder} has ${count} sources; ${maxFolderSources} are the most`)
}

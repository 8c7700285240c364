// What no tool checks: each rule takes the tracked files as [{ name, text }] and gives one sentence for each fault.

const isTest = (name) => /\.(test|spec)\.\w+$/.test(name)
const isCode = (name) => /\.(ts|tsx|mjs|cjs|js|scss|sql)$/.test(name)
const officeFile = 'server/src/office-defaults.ts'

/** The number of the line on which `text` has its character `index`. */
const lineAt = (text, index) => text.slice(0, index).split('\n').length

const placesOf = (pattern, { name, text }) =>
  [...text.matchAll(pattern)].map((match) => ({ place: `${name}:${lineAt(text, match.index)}`, found: match[0] }))

/** The office is a setting: only its file of defaults spells its acronym, which this rule reads there. */
export function faultsOfOfficeName(files) {
  const [, acronym] = /slug: '(\w+)'/.exec(files.find(({ name }) => name === officeFile)?.text) ?? []
  if (!acronym) return [`${officeFile} names no slug to look for`]
  const sources = files.filter(
    ({ name }) => /^(contract|server|web|e2e|bench|scripts)\//.test(name) && name !== officeFile && !isTest(name),
  )
  const found = sources.flatMap((file) => placesOf(new RegExp(acronym, 'gi'), file))
  return found.map(({ place }) => `${place} spells the office's acronym; take it from the settings`)
}

const ownPaths = /(?<![\w.:/~-])\/(?:home|Users|root|work|mnt|media)\/[\w.-]+|\b[A-Z]:\\Users\\/g
const registryHosts = /https?:\/\/[\w.-]*(?:registry|npmjs|npmmirror|artifactory|nexus|verdaccio|jfrog)[\w.-]*/g

/** Nothing in the tree says on which machine, or from which registry, it was made. */
export function faultsOfPlaces(files) {
  const said = files.flatMap((file) => [...placesOf(ownPaths, file), ...placesOf(registryHosts, file)])
  return said.map(({ place, found }) => `${place} names ${found}`)
}

/** A file is read as a whole: 300 lines at most, tests 500. */
export function faultsOfLength(files) {
  const lines = ({ text }) => text.split('\n').length - 1
  const tooLong = files.filter((file) => isCode(file.name) && lines(file) > (isTest(file.name) ? 500 : 300))
  return tooLong.map((file) => `${file.name} has ${lines(file)} lines; ${isTest(file.name) ? 500 : 300} are the most`)
}

const filesAFolder = 25

/** A folder is read as a list: 25 sources directly in it at most, tests and migrations not counted. */
export function faultsOfFolders(files) {
  const sources = files.filter(({ name }) => /\/src\/.*\.(ts|tsx|js|mjs)$/.test(name) && !isTest(name))
  const counts = new Map()
  for (const { name } of sources) {
    const folder = name.slice(0, name.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > filesAFolder)
    .map(([folder, count]) => `${folder} has ${count} sources; ${filesAFolder} are the most`)
}

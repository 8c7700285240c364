// Import it first. It is written so that old versions of Node understand it.

/** A sentence when `version` of Node is too old for a range such as '>=20.19'; undefined when it will do. */
export function refusalOfNode(version, range) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = range.replace('>=', '').split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `This program needs Node ${leastMajor}.${leastMinor} or newer, and this is Node ${version}. Install one from https://nodejs.org.`
}

/** The oldest version that does; package.json says the same to npm, and a test holds them together. */
export const neededNode = '>=20.19'

const refusal = refusalOfNode(process.versions.node, neededNode)
if (refusal) {
  console.error(refusal)
  process.exit(1)
}

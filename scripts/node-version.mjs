// Import this module first. Its syntax works in old versions of Node.

/** An error message if `version` of Node is too old for a range such as '>=20.19'; undefined if it is supported. */
export function errorOfNode(version, range) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = range.replace('>=', '').split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `This program needs Node ${leastMajor}.${leastMinor} or newer, and this is Node ${version}. Install one from https://nodejs.org.`
}

/** The oldest supported version; a test checks that `engines` in package.json is the same. */
export const neededNode = '>=20.19'

const denial = errorOfNode(process.versions.node, neededNode)
if (denial) {
  console.error(denial)
  process.exit(1)
}

import { readdirSync } from 'node:fs'

const foldersIn = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** A scope is a feature, or the part of the tree that changed. */
const scopes = [
  ...foldersIn('contract/src'),
  ...foldersIn('server/src/features'),
  ...foldersIn('web/src/features'),
  ...['contract', 'server', 'web', 'e2e', 'bench', 'faults', 'deploy', 'scripts', 'docs'],
  ...['platform', 'database', 'ui', 'texts', 'deps', 'ci'],
]

export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'scope-enum': [2, 'always', [...new Set(scopes)]],
    // The subject may begin with a name that has capitals, such as ISTAT or API.
    'subject-case': [0],
    // The body is prose; it is wrapped where it is read.
    'body-max-line-length': [0],
    'footer-max-line-length': [0],
  },
}

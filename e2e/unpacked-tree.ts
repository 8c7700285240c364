import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const ignored = new Set([
  '.git',
  '.env',
  'node_modules',
  'data',
  'secrets',
  'test-results',
  '.tsbuild',
  '.cache',
  '.dev',
])
const workspaces = ['contract', 'server', 'web', 'e2e', 'bench']

/** Copies the project as if unpacked from an archive, with packages and build but without .git and data; returns the path. */
export async function unpackTree(): Promise<string> {
  const tree = mkdtempSync(join(tmpdir(), 'portale-tree-'))
  cpSync(root, tree, { recursive: true, filter: (path) => !ignored.has(basename(path)) })
  mkdirSync(join(tree, 'node_modules/@portal'), { recursive: true })
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.') && name !== '@portal')
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  for (const name of workspaces) symlinkSync(join(tree, name), join(tree, 'node_modules/@portal', name))
  for (const name of workspaces.filter((part) => existsSync(join(root, part, 'node_modules'))))
    symlinkSync(join(root, name, 'node_modules'), join(tree, name, 'node_modules'))
  // The packages exist already; only the stamp of an installation is missing.
  const { installStamp } = await import(pathToFileURL(join(tree, 'scripts/ready.mjs')).href)
  writeFileSync(installStamp.file, installStamp.hash())
  return tree
}

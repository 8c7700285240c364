import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { filesBelow, root } from './stamp.mjs'

export const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim().split('\n') ?? []
export const hasGit = existsSync(`${root}.git`)

/** The files of the project as [{ name, text }]: those that Git tracks; without Git all that are not generated. */
export function projectFiles() {
  const names = hasGit ? git('ls-files') : filesBelow(root).map((file) => file.slice(root.length))
  const texts = names.filter((name) => existsSync(root + name) && !/\.(png|woff2|gz|pdf|ico)$/.test(name))
  return texts.map((name) => ({ name, text: readFileSync(root + name, 'utf8') }))
}

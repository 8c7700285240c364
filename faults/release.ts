import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/** The release before this version, by its tag or, in a clone without tags, by its commit. */
const before = ['v0.1.0', '9da099a566b7830ec045adbadcf09ab4bf48f638'] as const

export interface Release {
  /** The folder of the built program. */
  readonly program: string
  remove(): Promise<void>
}

async function findRelease(): Promise<string | undefined> {
  for (const name of before)
    if (
      await run('git', ['cat-file', '-e', `${name}^{commit}`], { cwd: root }).then(
        () => true,
        () => false,
      )
    )
      return name
  return undefined
}

/** Builds the release before this version, with the packages of this one; undefined in a clone without history. */
export async function buildRelease(): Promise<Release | undefined> {
  const name = await findRelease()
  if (!name) return undefined
  const program = await mkdtemp(join(tmpdir(), 'portale-release-'))
  await run('sh', ['-c', `git archive ${name} | tar -x -C ${program}`], { cwd: root })
  for (const modules of ['node_modules', 'server/node_modules']) {
    await mkdir(join(program, modules, '..'), { recursive: true })
    await symlink(join(root, modules), join(program, modules))
  }
  await run(process.execPath, ['scripts/build.mjs'], { cwd: program })
  return { program, remove: () => rm(program, { recursive: true, force: true }) }
}

import { execFile, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const mounted = new Set<string>()
process.once('exit', () => {
  for (const folder of mounted) spawnSync('umount', ['--lazy', folder])
})

/** Makes an empty folder a file system of its own, in memory, so that it can be full. Where mounts are not allowed it stays as it is. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'portale-faults', folder])
    mounted.add(folder)
  } catch {
    process.stderr.write(`\nNo file system can be mounted at ${folder}: its disk cannot be filled.\n`)
  }
}

/** Takes the file system away; its processes have ended. */
export async function unmountSmallDisk(folder: string) {
  if (mounted.delete(folder)) await run('umount', ['--lazy', folder])
}

/** Takes all that is free of the small disk of a folder; returns a function that gives it back. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  // Not the disk of the whole machine.
  if (!mounted.has(folder)) throw new Error(`${folder} is no small disk: this machine allows no mounts.`)
  const file = join(folder, 'full')
  // It writes until there is no room, and fails with that.
  await run('dd', ['if=/dev/zero', `of=${file}`, 'bs=4k']).catch(() => {})
  return () => rm(file)
}

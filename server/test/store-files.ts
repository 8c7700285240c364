import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Files in the folder store and in the folder of uploads under inspection. */
export async function filesIn(dataDir: string): Promise<string[]> {
  const of = async (folder: string) =>
    (await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`)
  return [...(await of('files')), ...(await of('incoming'))].sort()
}

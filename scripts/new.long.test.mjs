import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planTask, writeTexts } from './new.mjs'
import { copyOfSources, tasks } from './new-tasks.mjs'
import { run } from './run.mjs'
import { root } from './stamp.mjs'

const readIn = (folder) => (name) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined

test('a list, a field and an action compile as they are written; an export lacks nothing but its source', async () => {
  const copy = copyOfSources()
  try {
    const types = (project) =>
      run(process.execPath, [`${root}node_modules/typescript-7/bin/tsc`, '-b', `${copy}/${project}`], { isQuiet: true })
    const start = (at) => writeTexts(planTask(tasks[at][0].split(' '), readIn(copy)).texts, copy)
    for (const at of [0, 1, 3]) start(at)
    await types('server')
    await types('web')
    start(2)
    await expect(types('server')).rejects.toThrow(/services\.ts[\s\S]*expired/)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}, 600_000)

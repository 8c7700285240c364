// npm run test:restore [-- 100000]: drills the restore of docs/operations.md on three database machines and prints the minutes.
import './node-version.mjs'

const { makeInstalled } = await import('./ready.mjs')
const { CommandError, runTool } = await import('./run.mjs')

try {
  await makeInstalled()
  const { ensureFaultTools, ensurePgBackRest } = await import('./test-tools.mjs')
  if ((await ensureFaultTools()) && (await ensurePgBackRest()))
    await runTool('tsx', ['faults/restore.ts', ...process.argv.slice(2)])
  else console.error('SKIPPED: the drill needs root, and Patroni, etcd, PostgreSQL and pgBackRest.')
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

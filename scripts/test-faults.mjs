// npm run test:faults: the table of faults of an installation of several machines. Words after -- choose faults by their names;
// --pairs says how many random pairs there are (three without words), --seed which.
import './node-version.mjs'

const { makeInstalled, makeReady } = await import('./ready.mjs')
const { CommandError, runTool } = await import('./run.mjs')

try {
  await makeInstalled()
  await makeReady()
  const { ensureFaultTools } = await import('./test-tools.mjs')
  if (await ensureFaultTools()) await runTool('tsx', ['faults/main.ts', ...process.argv.slice(2)])
  else console.error('SKIPPED: the faults need root, and Patroni, etcd, HAProxy, PgBouncer and PostgreSQL.')
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

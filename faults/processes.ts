import { readdirSync, readFileSync } from 'node:fs'

/** These processes and all that they have started, by /proc. */
export function withDescendants(pids: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const found = new Set(pids.filter((pid) => parents.has(pid)))
  // A child is listed before its parent where the numbers of processes have begun again.
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the program, in parentheses, may have spaces.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(parent)
  } catch {
    return undefined
  }
}

/** Signals these processes; those that have ended are left out. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

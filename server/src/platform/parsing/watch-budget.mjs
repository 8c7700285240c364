// The thread that watches the process of a parser: it ends the process where a task takes too much processor time or memory, and
// where the server is no longer there.
import { workerData } from 'node:worker_threads'

const checkMs = 20

const { task, limits } = workerData
const server = process.ppid

const end = (signal) => process.kill(process.pid, signal)

/** Checks the task with this number until it ends. Zero is no task. */
function watch(number) {
  const [microseconds, bytes] = limits
  const { user, system } = process.cpuUsage()
  while (Atomics.wait(task, 0, number, checkMs) === 'timed-out') {
    const used = process.cpuUsage()
    if (used.user - user + used.system - system > microseconds) end('SIGVTALRM')
    if (process.memoryUsage.rss() > bytes) end('SIGKILL')
    if (process.ppid !== server) end('SIGKILL')
  }
}

for (;;) {
  Atomics.wait(task, 0, 0)
  const number = Atomics.load(task, 0)
  if (number !== 0) watch(number)
}

import { once } from 'node:events'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Installation, startInstallation } from './installation.ts'
import { buildRelease } from './release.ts'
import { type FaultRow, runFault } from './run-fault.ts'

/** For how long both versions serve beside each other, on the new schema. */
const besideMs = 15_000
const drainMs = 5000

/** Lets the door send a node no new calls, or again: the release before does not say that it leaves. */
async function setAtDoor({ machines }: Installation, node: string, state: 'drain' | 'ready') {
  for (const backend of ['ready_nodes', 'running_nodes']) {
    const socket = createConnection(join(machines.door.data, 'door.sock'))
    await once(socket, 'connect')
    socket.end(`set server ${backend}/${node} state ${state}\n`)
    const said = (await text(socket)).trim()
    if (said !== '') throw new Error(`The door: ${said}`)
  }
}

/**
 * Replaces the release before by this version, one node after the other, under the load of the clients; undefined in a clone without
 * history. The first node of this version migrates the schema while the other one serves.
 */
export async function upgrade(): Promise<FaultRow | undefined> {
  const release = await buildRelease()
  if (!release) return undefined
  const installation = await startInstallation(release.program)
  try {
    return await runFault(installation, {
      run: async (all) => {
        for (const [name, node] of Object.entries(all.nodes)) {
          await setAtDoor(all, name, 'drain')
          // The calls that it has.
          await delay(drainMs)
          await node.server().stop()
          node.use(undefined)
          await node.start()
          await setAtDoor(all, name, 'ready')
          await delay(besideMs)
        }
      },
    })
  } finally {
    await installation.stop()
    await release.remove()
  }
}

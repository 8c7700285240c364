import type pg from 'pg'
import type { Client } from '../client.ts'
import type { History } from '../history.ts'
import { type Acting, createActing, people } from './acting.ts'
import { moveAgain, saveTogether } from './case-work.ts'
import { applyAgain, registerAgain } from './register.ts'
import { converse, sendReport } from './reports.ts'
import { exportAgain, workThroughTheNight } from './runs.ts'

async function reportAgain(acting: Acting) {
  for (let count = 0; !acting.isOver(); count++) {
    await sendReport(acting, { withFile: count % 2 === 0 })
    await acting.pause()
  }
}

async function converseAgain(acting: Acting) {
  while (!acting.isOver()) await converse(acting)
}

/** Reads what an operator reads all day. */
async function readAgain({ call, signIn, isOver, pause }: Acting) {
  const headers = await signIn(people.operatorTwo)
  while (!isOver()) {
    await call({ kind: 'list' }, 'POST', '/v1/segnalazioni/integrazione-segnalazione-view-pag?vista=0', {
      body: { da: 1, a: 10 },
      headers,
    })
    await call({ kind: 'session' }, 'GET', '/v1/utenti/in-sessione', { headers })
    await pause()
  }
}

async function signInAgain({ signIn, isOver, pause }: Acting) {
  while (!isOver()) {
    await signIn(people.operatorTwo)
    await pause(1000)
  }
}

// biome-ignore format: a list
const clients = [reportAgain, reportAgain, converseAgain, converseAgain, saveTogether, moveAgain, registerAgain, applyAgain, exportAgain, readAgain, readAgain, signInAgain]

interface Options {
  readonly client: Client
  readonly history: History
  /** Whether calls may be cut off. */
  readonly mayBeCut: boolean
  readonly connectToLeader: () => Promise<pg.Client>
}

/** Starts the clients of the suite: each repeats one kind of act until it is stopped, and writes all calls into the history. */
export function startLoad({ connectToLeader, ...options }: Options) {
  const acting = createActing(options)
  const running = Promise.all([...clients.map((act) => act(acting)), workThroughTheNight(acting, connectToLeader)])
  return {
    /** Lets every client end what it has begun. */
    async stop() {
      acting.stop()
      await running
    },
  }
}

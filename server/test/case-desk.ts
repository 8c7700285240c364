import { type Caller, startTestApp } from './build-app.ts'
import { reportOnWire } from './make.ts'

/** A portal with people of the office, and the calls by which they read, save and lock a case. */
export async function startCaseDesk() {
  const portal = await startTestApp()
  const manager = await portal.as('manager')
  return {
    portal,
    manager,
    secondManager: await portal.asPerson('CNTMRC68B02F205B'),
    one: await portal.as('operatorOne'),
    two: await portal.as('operatorTwo'),
    read: async (id: number, caller: Caller = manager) =>
      (await caller.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)).body.result,
    save: (caller: Caller, wire: object) => caller.raw('POST', '/v1/segnalazioni/integrazione-segnalazione', wire),
    /** The id of a case that a visitor reported. */
    received: async (changes = {}): Promise<number> =>
      (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(changes))).body.result.id_segnalazione,
    lock: (caller: Caller, id: number, action?: string) =>
      caller.raw('GET', `/v1/segnalazioni/lock/${id}${action ? `?azione=${action}` : ''}`),
  }
}

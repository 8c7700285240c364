import { listSeenHelp, markHelpSeen } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
let operator: Caller
beforeAll(async () => {
  portal = await startTestApp()
  operator = await portal.as('operatorOne')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.pool.query('delete from help_seen')
})

const markSeen = (caller: Caller, item: string) => caller.call(markHelpSeen, { wire: { voce: item } })
const seenBy = async (caller: Caller) => (await caller.call(listSeenHelp)).items

test('a person sees an item once: it is kept for them alone, also after a new sign-in', async () => {
  expect(await seenBy(operator)).toEqual([])
  expect(await markSeen(operator, 'giro-operatorOne')).toEqual({ items: ['giro-operatorOne'] })
  expect(await markSeen(operator, 'giro-operatorOne')).toEqual({ items: ['giro-operatorOne'] })
  expect(await seenBy(await portal.as('operatorOne'))).toEqual(['giro-operatorOne'])
  expect(await seenBy(await portal.as('manager'))).toEqual([])
})

test('of many items the newest fifty are kept', async () => {
  for (let day = 1; day <= 52; day++) {
    portal.clock.advance(1)
    await markSeen(operator, `novita-${day}-novembre`)
  }
  const seen = await seenBy(operator)
  expect(seen).toHaveLength(50)
  expect(seen).toContain('novita-52-novembre')
  expect(seen).not.toContain('novita-2-novembre')
})

test.each(['', 'giro-', 'altro-manager', 'novita-<b>', `giro-${'a'.repeat(41)}`])('%j is no item', async (item) => {
  expect((await operator.raw('POST', '/v1/aiuto/visti', { voce: item })).status).toBe(400)
})

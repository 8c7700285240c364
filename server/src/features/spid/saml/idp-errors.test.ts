import { beforeAll, expect, test } from 'vitest'
import { answerOf, judge, makeSpidWorld, type SpidWorld } from '../../../../test/spid-world.ts'

let world: SpidWorld
beforeAll(async () => {
  world = await makeSpidWorld()
})

/** The numbers of AgID's table of messages that reach a service provider. */
const known = [8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 30]

test('an error answer results in AgID’s code; any other one in a refusal by the provider', () => {
  for (const number of Array.from({ length: 32 }, (_, at) => at)) {
    const failure = known.includes(number) ? `nr${number}` : 'provider_refused'
    for (const written of new Set([`${number}`, `${number}`.padStart(2, '0')])) {
      const verdict = judge(world, answerOf(world, { error: `nr${written}`, signs: [] }))
      expect(verdict).toMatchObject({ isGood: false, failure })
    }
  }
})

test.each(['Requester', 'VersionMismatch', 'Responder'])('status %s may have a code as well', (word) => {
  const change = (xml: string) => xml.replace('status:Responder', `status:${word}`)
  expect(judge(world, answerOf(world, { error: 'nr9', change }))).toMatchObject({ failure: 'nr9' })
})

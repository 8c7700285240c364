import { beforeAll, describe, expect, test } from 'vitest'
import { agidCases } from '../../../test/spid-cases.ts'
import { answerOf, judge, makeSpidWorld, person, type SpidWorld } from '../../../test/spid-world.ts'

let world: SpidWorld
beforeAll(async () => {
  world = await makeSpidWorld()
})

describe('an answer to a request of SPID', () => {
  test.each(agidCases)('case %s, %s', (_number, _name, making, outcome, more = {}) => {
    const { failure = 'invalid', asked = 2 } = more
    const request = { ...world.expected.request, level: asked }
    const verdict = judge(world, answerOf(world, making), { request })
    if (outcome === 'good') expect(verdict).toMatchObject({ isGood: true, identity: { taxCode: person.taxCode } })
    else expect(verdict).toEqual({ isGood: false, failure, reason: outcome })
  })
})

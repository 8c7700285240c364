import { expect, test } from 'vitest'
import type { CaseMessage } from '../cases/correspondence/case-messages.ts'
import { type FollowUpState, shownStateOf } from './follow-up.ts'

const from = (...sides: CaseMessage['from'][]) => sides.map((side) => ({ from: side }) as CaseMessage)

test.each<[string, FollowUpState, CaseMessage[], string]>([
  ['without messages', 'received', [], 'received'],
  ['after a message of the office', 'received', from('office'), 'answered'],
  ['after one of several', 'examined', from('office', 'reporter', 'office'), 'answered'],
  ['once the reporter has replied', 'examined', from('office', 'reporter'), 'examined'],
  ['where another body has the case', 'elsewhere', from('office'), 'elsewhere'],
  ['where it is closed', 'closed', from('office'), 'closed'],
])('the state that the reporter reads %s, of a case that is %s', (_when, state, messages, shown) =>
  expect(shownStateOf({ state, messages })).toBe(shown),
)

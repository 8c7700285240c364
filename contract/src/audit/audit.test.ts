import { expect, test } from 'vitest'
import { auditWords } from '../kit/endpoint.ts'
import texts from '../texts/office/it.json' with { type: 'json' }
import { auditJobWords, chainBreaks } from './audit.ts'
import { recordKinds } from './record-kinds.ts'

test.each([
  ['action', [...Object.keys(auditWords), ...auditJobWords], texts.audit.actions],
  ['kind of record', Object.keys(recordKinds), texts.audit.recordKinds],
  ['fault of the chain', Object.keys(chainBreaks), texts.audit.faults],
])('every %s of the audit log has a text, and every text is in use', (_what, words, written) => {
  expect(Object.keys(written).sort()).toEqual([...words].sort())
})

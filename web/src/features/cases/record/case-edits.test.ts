import type { CaseDetail, CaseDraft, CaseValues } from '@portal/contract'
import { expect, test } from 'vitest'
import { type EditState, editing, reading, withDraft } from '#form/edit/edit-state.ts'
import { CallError } from '#lib/api/call-error.ts'
import { editedCase } from './case-edits.ts'

const { isSaved, resumeSession, startSession, withLostLock, withCallError } = editedCase.edits

const detail = (version: number, values: CaseValues) => ({ id: 5, version, values }) as CaseDetail
const read = detail(1, { notes: 'prima', channelId: 2 })
const written = withDraft<CaseDraft, CaseDetail>(editing(startSession(read)), {
  ...startSession(read).draft,
  notes: 'dopo',
})
const work = written.phase === 'editing' ? written.work : startSession(read)
const conflict = (record: CaseDetail) => new CallError(409, 'conflitto', 'È cambiato', [], record)

test('a lock that is lost, or a right, takes nothing of what was typed', () => {
  for (const error of [
    new CallError(409, 'bloccato', 'Lo ha un altro'),
    new CallError(403, 'caso_di_altri', 'Non è tuo'),
  ])
    expect(withCallError(written, error, work)).toEqual({ phase: 'lost', work, reason: error.message })
  expect(withLostLock(written, 'x')).toMatchObject({ phase: 'lost', work })
  expect(withLostLock(reading, 'x')).toBe(reading)
  expect(withLostLock(editing(startSession(read)), 'x')).toBe(reading)
})

test('a server that cannot be reached, or finds an error in a field, changes nothing', () => {
  for (const error of [new CallError(0), new CallError(400, 'dati_non_validi', '')])
    expect(withCallError(written, error, work)).toBe(written)
})

test('a case that somebody else saved meanwhile is chosen about', () => {
  const theirs = detail(2, { notes: 'prima', channelId: 3 })
  expect(withCallError(written, conflict(theirs), work)).toEqual({ phase: 'merging', work, theirs })
})

test('an answer that was lost on its way had saved it already', () => {
  expect(isSaved(work, detail(2, { notes: 'dopo', channelId: 2 }))).toBe(true)
  expect(isSaved(work, detail(2, { notes: 'prima', channelId: 2 }))).toBe(false)
})

test.each<[string, CaseDetail, EditState<CaseDraft, CaseDetail>['phase']]>([
  ['the version that was read', detail(1, read.values), 'editing'],
  ['a newer one that says otherwise', detail(4, { notes: 'nuova' }), 'merging'],
  ['a newer one that says the same by now', detail(4, { notes: 'dopo', channelId: 2 }), 'editing'],
])('what was typed is taken up again under %s', (_what, now, phase) => {
  expect(resumeSession(work, now).phase).toBe(phase)
})

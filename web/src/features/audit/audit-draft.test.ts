import { describe, expect, test } from 'vitest'
import { type AuditDraft, draftOf, faultsOf, filtersOf } from './audit-draft.ts'

const draft = (changes: Partial<AuditDraft>): AuditDraft => ({ ...draftOf({}), ...changes })

describe('typed filters', () => {
  test('that are empty filter nothing', () => {
    expect(faultsOf(draft({}))).toEqual([])
    expect(Object.values(filtersOf(draft({}))).filter((value) => value !== undefined)).toEqual([])
  })

  test('are read and written the same', () => {
    const filters = {
      from: '2026-11-01',
      to: '2026-11-20',
      userId: 3,
      role: 'operatorOne',
      action: 'case_read',
      outcome: 'done',
      recordKind: 'case',
      recordId: 12,
    } as const
    expect(draftOf(filters)).toMatchObject({ from: '01/11/2026', to: '20/11/2026', userId: '3', recordId: '12' })
    expect(filtersOf(draftOf(filters))).toEqual(filters)
  })

  test.each([
    [{ from: '31/02/2026' }, [{ name: 'from', message: 'data_non_valida' }]],
    [{ to: '1/2/26' }, [{ name: 'to', message: 'data_non_valida' }]],
    [{ from: '02/11/2026', to: '01/11/2026' }, [{ name: 'to', message: 'intervallo_date_non_valido' }]],
    [{ recordId: 'dodici' }, [{ name: 'recordId', message: 'valore_non_valido' }]],
    [
      { from: 'x', recordId: '0' },
      [
        { name: 'from', message: 'data_non_valida' },
        { name: 'recordId', message: 'valore_non_valido' },
      ],
    ],
  ] as const)('%o are told: %o', (changes, faults) => expect(faultsOf(draft(changes))).toEqual(faults))
})

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import application from '../../test/examples/application.json' with { type: 'json' }
import { exampleOf } from '../../test/wire-values.ts'
import { associationDetail, numberOutcomes } from './association.ts'
import { associationFilters, sealedAssociationFilters } from './association-filters.ts'
import { getAssociation } from './associations.endpoints.ts'
import { checkNumber } from './enrolment.endpoints.ts'

describe('the outcome of a number', () => {
  test.each(['SEGNALAZIONE', 'ISCRIZIONE', 'CANCELLATA', 'RESPINTA', 'CENSITA_NO_SEGNALAZIONE', 'NON_CENSITA'])(
    'may be %s',
    (word) => {
      const { outcome } = z.decode(checkNumber.reply, { esito: word } as never)
      expect(numberOutcomes[outcome]).toBe(word)
    },
  )

  test('is one of six words', () => {
    expect(Object.keys(numberOutcomes)).toHaveLength(6)
    expect(z.safeDecode(checkNumber.reply, { esito: 'ALTRO' } as never).success).toBe(false)
  })
})

describe('the filters of associations', () => {
  const wire = { ragione_sociale: 'ponti', piva: '12345678903', legale_rappresentante: 'rossi', email: 'a@b.it' }

  test('know those on data of persons', () => {
    expect(sealedAssociationFilters).toEqual(['number', 'representative', 'email'])
    expect(Object.keys(z.decode(associationFilters, wire))).toEqual(['name', ...sealedAssociationFilters])
  })

  test.each(['richiesta', 'iscrizione', 'rinnovo', 'evento'])('refuse a reversed range of the date %s', (name) => {
    const range = { [`data_${name}_da`]: '2026-11-21', [`data_${name}_a`]: '2026-11-20' }
    expect(() => z.decode(associationFilters, range as never)).toThrow('intervallo_date_non_valido')
  })
})

describe('the detail of an association', () => {
  test('has the values of its form beside the facts of the procedure', () => {
    const { result } = exampleOf(getAssociation)
    const detail = z.decode(associationDetail, { ...(result as object), ...application, id_stato_persona_giuridica: 5 })
    expect(detail.status).toBe('enrolled')
    expect(detail.values).toMatchObject({ memberCount: 0, mainGroundId: 1, secondaryGrounds: [{ groundId: 2 }] })
  })

  test('is not read from an error without an association', () => {
    expect(z.safeDecode(associationDetail, { descrizione: 'x' }).success).toBe(false)
  })
})

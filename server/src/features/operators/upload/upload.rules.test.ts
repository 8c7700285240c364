import { describe, expect, test } from 'vitest'
import { exampleRow, headingErrors, inOrder, judgeRow, repetitions, uploadColumns } from './upload.rules.ts'

const right = {
  cf: 'rssmra80a01h501u',
  nome: 'Maria',
  cognome: 'Rossi',
  mail: 'Maria.Rossi@example.it',
  telefono: '',
  data_abilitazione: '',
  flag_abilitazione: 'sì',
  ruoli: 'ACLOP1|ACLOP2',
}
const judged = (changes: Partial<Record<keyof typeof right, string>>, row = 2) =>
  judgeRow({ row, cells: { ...right, ...changes } })

describe('a row', () => {
  test('is read as the screen’s form is', () => {
    expect(judged({ telefono: '+39061234', data_abilitazione: '3/12/2026' })).toMatchObject({
      errors: [],
      taxCode: 'RSSMRA80A01H501U',
      mail: 'maria.rossi@example.it',
      account: {
        taxCode: 'RSSMRA80A01H501U',
        firstName: 'Maria',
        lastName: 'Rossi',
        mail: 'maria.rossi@example.it',
        phone: '+39061234',
        enabledAt: new Date('2026-12-03T00:00:00.000Z'),
        isEnabled: true,
        roles: ['operatorOne', 'operatorTwo'],
      },
    })
  })

  test.each([
    ['1', true],
    ['VERO', true],
    ['Si', true],
    ['0', false],
    ['no', false],
    ['FALSE', false],
  ])('takes %s for a flag: %s', (text, expected) => {
    expect(judged({ flag_abilitazione: text }).account?.isEnabled).toBe(expected)
  })

  test.each(['2026-12-03', '03/12/2026', '2026-12-03T00:00:00.000Z'])('takes %s for a day', (text) => {
    expect(judged({ data_abilitazione: text }).account?.enabledAt).toEqual(new Date('2026-12-03T00:00:00.000Z'))
  })

  test.each<[Partial<Record<keyof typeof right, string>>, string, string]>([
    [{ cf: '' }, 'cf', 'campo_obbligatorio'],
    [{ cf: 'RSSMRA80A01H501' }, 'cf', 'codice_fiscale_non_valido'],
    [{ nome: ' ' }, 'nome', 'campo_obbligatorio'],
    [{ cognome: 'x'.repeat(101) }, 'cognome', 'nome_troppo_lungo'],
    [{ mail: 'maria' }, 'mail', 'email_non_valida'],
    [{ telefono: 'interno' }, 'telefono', 'telefono_non_valido'],
    [{ telefono: '06/12345 (mattina)' }, 'telefono', 'telefono_solo_numero'],
    [{ cf: 'RSSMRA80A01H501A' }, 'cf', 'codice_fiscale_controllo'],
    [{ data_abilitazione: '31/02/2026' }, 'data_abilitazione', 'data_non_valida'],
    [{ data_abilitazione: 'domani' }, 'data_abilitazione', 'data_non_valida'],
    [{ flag_abilitazione: '' }, 'flag_abilitazione', 'campo_obbligatorio'],
    [{ flag_abilitazione: 'forse' }, 'flag_abilitazione', 'valore_non_valido'],
    [{ ruoli: '' }, 'ruoli', 'ruolo_obbligatorio'],
    [{ ruoli: 'ACLOP1|ACLCAPO' }, 'ruoli', 'ruolo_sconosciuto'],
    [{ ruoli: 'DEFAULT' }, 'ruoli', 'ruolo_sconosciuto'],
    [{ ruoli: 'ACLOP1|ACLOP1' }, 'ruoli', 'ruolo_ripetuto'],
  ])('%o is reported by field and code, without the value', (changes, field, code) => {
    const { account, errors } = judged(changes, 7)
    expect(account).toBeUndefined()
    expect(errors).toEqual([{ row: 7, field, code }])
  })

  test('tells all of its faults, one for each field', () => {
    const empty = Object.fromEntries(uploadColumns.map((column) => [column, '']))
    expect(judgeRow({ row: 3, cells: empty }).errors.map(({ field }) => field)).toEqual([
      ...['cf', 'nome', 'cognome', 'mail', 'flag_abilitazione', 'ruoli'],
    ])
  })

  test('of the template is right, and nothing in it begins like a formula', () => {
    expect(judgeRow({ row: 2, cells: exampleRow }).errors).toEqual([])
    expect(Object.values(exampleRow).filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
  })
})

describe('a file', () => {
  test('must have its columns, once each; optional ones may be away and others are ignored', () => {
    expect(headingErrors(uploadColumns)).toEqual([])
    expect(headingErrors([...uploadColumns.filter((name) => name !== 'telefono'), 'note'])).toEqual([])
    expect(headingErrors(['nome', 'cognome', 'cognome', 'mail', 'flag_abilitazione', 'ruoli'])).toEqual([
      { row: 1, field: 'cf', code: 'colonna_mancante' },
      { row: 1, field: 'cognome', code: 'campo_ripetuto' },
    ])
  })

  test('must not repeat a tax code or a mail address, however it is written and whatever else is wrong', () => {
    const rows = [
      judged({ nome: '' }, 2),
      judged({ cf: 'RSSMRA80A01H501U', mail: 'b@example.it' }, 3),
      judged({ cf: 'x' }, 4),
    ]
    expect(repetitions(rows)).toEqual([
      { row: 3, field: 'cf', code: 'utenza_ripetuta' },
      { row: 4, field: 'mail', code: 'mail_ripetuta' },
    ])
  })

  test('has its faults in the order of rows and columns', () => {
    const error = (row: number, field: string) => ({ row, field, code: 'valore_non_valido' })
    const errors = [error(3, 'cf'), error(2, 'ruoli'), error(2, 'cf')]
    expect(inOrder(errors)).toEqual([error(2, 'cf'), error(2, 'ruoli'), error(3, 'cf')])
  })
})

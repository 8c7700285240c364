import { defaultWeights, weightsOf } from '@portal/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spelledByEar } from '../../../../test/registry-people/spelled-by-ear.ts'
import { compareRecords } from './match-records.ts'

const person = (one: object, other: object) =>
  compareRecords('person', one as never, other as never, defaultWeights.person)
const body = (one: object, other: object) =>
  compareRecords('organisation', one as never, other as never, defaultWeights.organisation)
const outcomesOf = ({ facts }: ReturnType<typeof person>) =>
  Object.fromEntries(facts.map(({ fact, outcome }) => [fact, outcome]))

const name = (lastName: string, firstName: string) => ({ lastName, firstName })

describe('two people', () => {
  test.each([
    [name('Rossi', 'Mario'), name('ROSSI', 'mario'), 'equal'],
    [name('Rossi', 'Mario'), name('Mario', 'Rossi'), 'equal'],
    [name('De Luca', 'Anna'), name('Deluca', 'Anna'), 'equal'],
    [name('Nguyễn', 'Lan'), name('Nguyen', 'Lan'), 'equal'],
    [name('Rossi', 'Mario'), name('Rosi', 'Mario'), 'similar'],
    [name('Abdelrahman', 'Ahmed'), name('Abderrahmane', 'Ahmed'), 'similar'],
    [name('García Márquez', 'Gabriel'), name('García', 'Gabriel'), 'similar'],
    [name('Шевченко', 'Олена'), name('Shevchenko', 'Olena'), 'equal'],
    [name('আলম', 'হাবিবুর'), name('Alam', 'Habibur'), 'equal'],
    [name('王小明', ''), name('Wang', 'Xiaoming'), 'equal'],
    [name('侯', '龙'), name('Hou', 'Long'), 'equal'],
    [name('王', '小明'), name('Wang', 'Xiaoming'), 'equal'],
    [name('الأنصاري', 'محمد'), name('Al Ansari', 'Mohamed'), 'similar'],
    [name('Rossi', 'Mario'), name('Rossi', 'M.'), 'similar'],
    [name('Rossi', 'G. Battista'), name('Rossi', 'Gian Battista'), 'similar'],
    [name('Rossi', 'Gius.'), name('Rossi', 'Giuseppe'), 'similar'],
    [name('Karim', 'Md Abdul'), name('Karim', 'Mohammad Abdul'), 'equal'],
    [name('Abdel', 'Rahman Mohamed'), name('Abdelrahman', 'Mohammed'), 'similar'],
    [name('Rahman', 'Mohamed Abdel'), name('Abdulrahman', 'Mohamed'), 'similar'],
    [name('Bel Qasim', 'Karim'), name('Belkacem', 'Karim'), 'similar'],
    [name('عبد الرحمن', 'محمد'), name('Abdelrahman', 'Mohamed'), 'similar'],
    [name('Rossi', 'M.'), name('Rossi', 'Luigi'), 'different'],
    [name('Rossi', 'M.'), name('Bianchi', 'Mario'), 'different'],
    [name('Rossi', 'M'), name('Rossi', 'L'), 'different'],
    [name('Abdel', 'Rahman Mohamed'), name('Abdelkader', 'Mohammed'), 'different'],
    [name('Rossi', 'Mario'), name('Bianchi', 'Mario'), 'different'],
    [name('Li', 'Wei'), name('Lu', 'Wei'), 'different'],
  ])('%j and %j have a name that is %s', (one, other, outcome) =>
    expect(outcomesOf(person(one, other))).toEqual({ name: outcome }),
  )

  test.each([
    [{ birthDate: '1980-03-04' }, { birthDate: '1980-03-04' }, { birthDate: 'equal' }],
    [{ birthDate: '1980-03-04' }, { birthDate: '1980-04-03' }, { birthDate: 'similar' }],
    [{ birthDate: '1980-03-04' }, { birthDate: '1981-03-04' }, { birthDate: 'similar' }],
    [{ birthDate: '1980-03-04' }, { birthDate: '1992-03-04' }, { birthDate: 'different' }],
    [{ email: 'A@b.it' }, { email: 'a@b.it' }, { email: 'equal' }],
    [{ email: 'a@b.it' }, { email: 'a@b.com' }, { email: 'different' }],
    [{ phone: '+39 333 1234567' }, { otherPhone: '3331234567' }, { phone: 'equal' }],
    [{ phone: '3331234567' }, { phone: '3331234568' }, { phone: 'different' }],
    [{ birthCity: 8501 }, { birthCity: 8501 }, { birthPlace: 'equal' }],
    [{ birthCity: 8501 }, {}, {}],
    [{}, {}, {}],
  ])('%j and %j compare as %j', (one, other, outcomes) => expect(outcomesOf(person(one, other))).toEqual(outcomes))

  test('weigh the sum of what is known of both', () => {
    const match = person(
      { ...name('Rossi', 'Mario'), birthDate: '1980-03-04', email: 'a@b.it' },
      { ...name('Rossi', 'Mario'), birthDate: '1980-03-04', phone: '3331234567' },
    )
    expect(match).toEqual({
      weight: 17,
      facts: [
        { fact: 'name', keys: ['lastName', 'firstName'], outcome: 'equal', weight: 9 },
        { fact: 'birthDate', keys: ['birthDate'], outcome: 'equal', weight: 8 },
      ],
    })
  })

  test('weigh the same from both sides', () => {
    const some = fc.constantFrom('Rossi', 'Rosi', 'Mario', 'Maria', 'Li', '', 'De Luca', 'Ansari', 'الأنصاري')
    const someone = fc.record({
      lastName: some,
      firstName: some,
      birthDate: fc.constantFrom('1980-03-04', '1980-04-03', ''),
    })
    fc.assert(
      fc.property(someone, someone, (one, other) => {
        expect(person(one, other)).toEqual(person(other, one))
      }),
    )
  })
})

describe('two bodies', () => {
  test.each([
    ['Porte Aperte', 'porte aperte', 'equal'],
    ['Porte Aperte', 'Associazione Porte Aperte ONLUS', 'equal'],
    ['Porte Aperte', 'Porte Aperte Milano', 'similar'],
    ['Associazione', 'Associazione', 'equal'],
    ['Arcobaleno', 'Arcobalena', 'similar'],
    ['Arcobaleno', 'Associazione Arcobaleno', 'equal'],
    ['Arcobaleno', 'Arcobaleno Milano', 'different'],
    ['Casa Comune', 'Casa Aperta', 'different'],
  ])('%s and %s have a name that is %s', (one, other, outcome) =>
    expect(outcomesOf(body({ organisationName: one }, { organisationName: other }))).toEqual({ name: outcome }),
  )
})

describe('the setting of the weights', () => {
  test('replaces some of them', () => {
    const weights = weightsOf('{"person":{"birthDate":{"different":-3}}}')
    expect(weights?.person.birthDate).toEqual({ equal: 8, similar: 4, different: -3 })
    expect(weights?.person.name).toEqual(defaultWeights.person.name)
    expect(weightsOf('{}')).toEqual(defaultWeights)
  })
  test.each([
    '',
    '[',
    '"x"',
    '{"pet":{}}',
    '{"person":{"shoeSize":{"equal":1}}}',
    '{"person":{"name":{"equal":"x"}}}',
    '{"person":{"name":{"same":1}}}',
  ])('is refused where it is no such thing: %j', (text) => expect(weightsOf(text)).toBeUndefined())
})

describe('people whose names were written by ear', () => {
  const written = spelledByEar.map(({ lastName, firstName, queries: [heard = ''] }) => ({
    paper: name(lastName, firstName),
    // The first word may be a surname or half of one: the fields are cut anywhere.
    heard: name(heard.split(' ').slice(0, 1).join(' '), heard.split(' ').slice(1).join(' ')),
  }))

  test('of 100, 92 are the same person where the birth date is the same', () => {
    const missed = written.filter(({ paper, heard }) => outcomesOf(person(paper, heard)).name === 'different')
    expect(missed.length, JSON.stringify(missed, undefined, 1)).toBeLessThanOrEqual(8)
  })

  test('are nobody else, but one of 2,475 that sounds alike', () => {
    const wrong = written
      .filter((_, index) => index % 4 === 0)
      .flatMap(({ paper }) =>
        written
          .filter(({ paper: other, heard }) => other !== paper && outcomesOf(person(paper, heard)).name !== 'different')
          .map(({ heard }) => [paper, heard].map(({ lastName, firstName }) => `${lastName} ${firstName}`).join(' / ')),
      )
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1)
  })
})

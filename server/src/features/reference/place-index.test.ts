import { expect, test } from 'vitest'
import { indexPlaces, matchPlaces, type Place } from './place-index.ts'

const place = (name: string, region: string, ids: readonly [number, number?, number?], isRetired = false): Place => ({
  name,
  abbreviation: null,
  region,
  regionId: ids[0],
  provinceId: ids[1] ?? null,
  cityId: ids[2] ?? null,
  isRetired,
})

const index = indexPlaces([
  place('Lazio', 'Lazio', [12]),
  place('Roma', 'Lazio', [12, 58]),
  place('Romagnano Sesia', 'Piemonte', [1, 3, 1]),
  place('Roma', 'Lazio', [12, 58, 2]),
  place('Castel Romano', 'Lazio', [12, 58, 3], true),
  place("L'Aquila", 'Abruzzo', [13, 66, 4]),
  place("L'Aquila", 'Abruzzo', [13, 66]),
  place('Forlì', 'Emilia-Romagna', [8, 40, 5]),
  place('Emilia-Romagna', 'Emilia-Romagna', [8]),
  place('Torre del Lazio', 'Lazio', [12, 58, 6]),
])
const names = (text: string, withRetired = false, max = 10) =>
  matchPlaces(index, { text, withRetired, max }).map(({ name, cityId, provinceId }) =>
    cityId ? name : `${name} ${provinceId ? 'province' : 'region'}`,
  )

test.each([
  ['roma', ['Roma', 'Roma province', 'Romagnano Sesia', 'Emilia-Romagna region']],
  ['ROM', ['Roma', 'Roma province', 'Romagnano Sesia', 'Emilia-Romagna region']],
  ['laz', ['Lazio region', 'Torre del Lazio']],
  ['laquila', []],
  ["l'aq", ["L'Aquila", "L'Aquila province"]],
  ['l’aquila', ["L'Aquila", "L'Aquila province"]],
  ['forli', ['Forlì']],
  ['emilia romagna', ['Emilia-Romagna region']],
  ['', []],
  ['?!', []],
])('%j finds %j', (text, found) => expect(names(text)).toEqual(found))

test('a place that ended is found where people may be born', () => {
  expect(names('castel', true)).toEqual(['Castel Romano'])
  expect(names('castel')).toEqual([])
})

test('no more than asked for', () => expect(names('rom', false, 2)).toEqual(['Roma', 'Roma province']))

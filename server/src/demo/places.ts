import type { Weighted } from './random.ts'

/** A city: ids in the reference lists, and one of its postal codes. */
export interface Place {
  readonly name: string
  readonly region: number
  readonly province: number
  readonly city: number
  readonly postalCode: string
}

const place = (name: string, region: number, province: number, city: number, postalCode: string): Place => ({
  name,
  region,
  province,
  city,
  postalCode,
})

/** Places of sample cases; large cities are more frequent. */
// biome-ignore format: a table
export const places: readonly Weighted<Place>[] = [
  [14, place('Roma',    12, 58,  8501,  '00185')],
  [12, place('Milano',  3,  15,  6205,  '20132')],
  [8,  place('Torino',  1,  1,   12219, '10152')],
  [7,  place('Napoli',  15, 63,  6839,  '80142')],
  [6,  place('Bologna', 8,  37,  1944,  '40128')],
  [5,  place('Firenze', 9,  48,  4612,  '50127')],
  [5,  place('Palermo', 19, 82,  7273,  '90127')],
  [5,  place('Brescia', 3,  17,  2157,  '25125')],
  [4,  place('Genova',  7,  10,  4969,  '16126')],
  [4,  place('Bari',    16, 72,  1662,  '70122')],
  [4,  place('Verona',  5,  23,  12781, '37135')],
  [4,  place('Padova',  5,  28,  7224,  '35131')],
  [3,  place('Venezia', 5,  27,  12736, '30172')],
  [3,  place('Catania', 19, 87,  3351,  '95129')],
  [3,  place('Bergamo', 3,  16,  1794,  '24122')],
  [3,  place('Prato',   9,  100, 7999,  '59100')],
  [3,  place('Reggio Emilia', 8, 35, 8223, '42122')],
  [2,  place('Latina',  12, 59,  5472,  '04100')],
  [2,  place('Foggia',  16, 71,  4643,  '71121')],
  [2,  place('Perugia', 10, 54,  7478,  '06124')],
  [2,  place('Ancona',  11, 42,  1271,  '60126')],
  [2,  place('Trento',  4,  22,  12378, '38122')],
  [2,  place('Trieste', 6,  32,  12424, '34133')],
  [1,  place('Lecce',   16, 75,  5506,  '73100')],
]

const streets = [
  'Garibaldi',
  'Mazzini',
  'Verdi',
  'Cavour',
  'Dante',
  'Volta',
  'Marconi',
  'Matteotti',
  'Gramsci',
  'Leopardi',
]

/** A street and number, such as `Via Verdi 12`. */
export const addressLine = (pick: <T>(values: readonly T[]) => T, number: number) => `Via ${pick(streets)} ${number}`

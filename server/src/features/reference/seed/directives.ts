import type { SeedLists } from './seed-list.ts'

const goods = [
  'Beni e servizi, compreso l’alloggio (2000/43/CE, art. 3.1 h)',
  'Goods and services, housing included (2000/43/EC, art. 3(1)(h))',
] as const

/**
 * Which ground and which field of the equality directives each ground and field of the office is, with the article that names it. A
 * proposal: what has no entry here is for the office to decide.
 */
// biome-ignore format: a table
export const directives = {
  directive_ground: {
    1: [[101, 'Razza o origine etnica (2000/43/CE, art. 1)', 'Racial or ethnic origin (2000/43/EC, art. 1)']],
    2: [[201, 'Religione o convinzioni personali (2000/78/CE, art. 1)', 'Religion or belief (2000/78/EC, art. 1)']],
    3: [[301, 'Disabilità (2000/78/CE, art. 1)', 'Disability (2000/78/EC, art. 1)']],
    4: [[401, 'Età (2000/78/CE, art. 1)', 'Age (2000/78/EC, art. 1)']],
    5: [[501, 'Tendenze sessuali (2000/78/CE, art. 1)', 'Sexual orientation (2000/78/EC, art. 1)']],
    8: [[801, 'Sesso (79/7/CEE, 2004/113/CE e 2006/54/CE, art. 1)', 'Sex (79/7/EEC, 2004/113/EC and 2006/54/EC, art. 1)']],
  },
  directive_field: {
    1: [[101, ...goods]],
    2: [[201, 'Occupazione e condizioni di lavoro (2000/43/CE e 2000/78/CE, art. 3.1 a–d)', 'Employment and working conditions (2000/43/EC and 2000/78/EC, art. 3(1)(a) to (d))']],
    3: [[301, 'Istruzione (2000/43/CE, art. 3.1 g)', 'Education (2000/43/EC, art. 3(1)(g))']],
    4: [[401, 'Protezione sociale e assistenza sanitaria (2000/43/CE, art. 3.1 e)', 'Social protection and healthcare (2000/43/EC, art. 3(1)(e))']],
    5: [[501, ...goods]],
    8: [[801, ...goods]],
    9: [[901, ...goods]],
  },
} as const satisfies SeedLists

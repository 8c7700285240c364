import { controlLetterOf, hasCheckDigit } from '@portal/contract'

/** Parts of names that nobody has; two lists whose lengths share the factor 2 give 60 different pairs. */
const things = [
  'Lanterne',
  'Fili',
  'Sponde',
  'Trame',
  'Radici',
  'Passi',
  'Porte',
  'Semi',
  'Rotte',
  'Mani',
  'Approdi',
  'Voci',
]
const places = [
  ...['di Terracotta', 'in Controluce', 'del Terzo Piano', 'di Carta Velina', 'oltre il Cancello'],
  ...['a Doppio Nodo', 'sul Ballatoio', 'di Mezzogiorno', 'sotto il Portico Verde', 'della Scala Tonda'],
]
/** Legal forms that a name ends with, by the id of the type of organisation. */
const endings: Readonly<Record<number, string>> = { 3: ' APS', 4: ' ODV' }

export const associationName = (index: number, typeId: number) =>
  `${things[index % things.length]} ${places[index % places.length]}${endings[typeId] ?? ''}`

/** A VAT number with its check digit, of an office (000) that does not exist, so that nobody has it. */
export function vatNumber(index: number): string {
  const stem = `${9_900_100 + index}000`
  return [...'0123456789'].map((digit) => `${stem}${digit}`).find(hasCheckDigit) ?? stem
}

const monthLetters = 'ABCDEHLMPRST'
const lettersOf = (name: string) => `${name.normalize('NFD').replace(/[^a-z]/gi, '')}XXX`.slice(0, 3).toUpperCase()

/** A tax code with its control letter and a place of birth (X000 to X999) that does not exist, so that nobody has it. */
export function taxCode(lastName: string, firstName: string, birthYear: number, index: number): string {
  const stem = [
    lettersOf(lastName),
    lettersOf(firstName),
    String(birthYear).slice(2),
    monthLetters[index % 12],
    String(1 + (index % 28)).padStart(2, '0'),
    `X${String(index).padStart(3, '0')}`,
  ].join('')
  return `${stem}${controlLetterOf(stem)}`
}

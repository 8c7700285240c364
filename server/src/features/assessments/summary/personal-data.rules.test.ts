import { expect, test } from 'vitest'
import { anonymise, type KnownData, personalIn, type Replace } from './personal-data.rules.ts'

const known: KnownData = {
  names: [
    { kind: 'reporter', first: 'Maria Grazia', last: "D'Angelo" },
    { kind: 'victim', first: 'Rosa', last: 'Nicolò' },
    { kind: 'offender', last: 'Immobiliare Quetzal S.r.l.' },
    { kind: 'body', last: 'Associazione Ponte' },
  ],
  values: [
    { kind: 'caseCode', text: 'XY-2026-000012' },
    { kind: 'account', text: 'rosa_n92' },
    { kind: 'address', text: 'Vicolo Stretto 9' },
  ],
  places: ['Prato'],
  regionOf: new Map([
    ['prato', 'Toscana'],
    ['roma', 'Lazio'],
    ["reggio nell'emilia", 'Emilia-Romagna'],
    ['san giovanni in persiceto', 'Emilia-Romagna'],
  ]),
}
const replace: Replace = (kind, region) => (region ? `[${kind} ${region}]` : `[${kind}]`)
const after = (text: string) => anonymise(text, known, replace).text

// biome-ignore format: a table
test.each([
  // Persons: in full, in either order, alone, with an initial or a title, with other apostrophes and accents.
  ['Maria Grazia D’Angelo scrive',               '[reporter] scrive'],
  ["D'ANGELO MARIA GRAZIA scrive",               '[reporter] scrive'],
  ["la sig.ra Maria D'Angelo scrive",            'la [reporter] scrive'],
  ["M. D'Angelo scrive",                         '[reporter] scrive'],
  ['Rosa chiama, e Nicolo\' risponde',           '[victim] chiama, e [victim] risponde'],
  ['una parete rosa e una Rosa',                 'una parete rosa e una [victim]'],
  ['Rosalba non è Rosa',                         'Rosalba non è [victim]'],
  // Bodies, with and without their legal form, in any case.
  ['la immobiliare quetzal srl ha negato',       'la [offender] srl ha negato'],
  ['La Immobiliare Quetzal S.r.l. ha negato',    'La [offender] ha negato'],
  ["l'Associazione Ponte segnala",               "l'[body] segnala"],
  // What has a form.
  ['scrivere a rosa.n@posta.example.it.',        'scrivere a [mail].'],
  ['vedi https://example.org/annuncio?id=3, qui', 'vedi [web], qui'],
  ['codice NCLRSO92A41G999X e 12345678903',      'codice [taxCode] e [taxCode]'],
  ['IBAN IT60 X054 2811 1010 0000 0123 456',     'IBAN [account]'],
  ['tel. 347 1234567, 0574/123456 o +39 055 12 34 567', 'tel. [phone], [phone] o [phone]'],
  ['costa 1.250.000 euro, articolo 3, 2003/109', 'costa 1.250.000 euro, articolo 3, 2003/109'],
  ['il caso XY-2026-000012 e AB-2025-000001',    'il caso [caseCode] e [caseCode]'],
  ['prot. n. 1234/2026 agli atti',               '[protocol] agli atti'],
  ['il profilo rosa_n92',                        'il profilo [account]'],
  ['abita in via Giuseppe Garibaldi 12/A, 59100', 'abita in [address]'],
  ['Via dei Mille, n. 3 è chiusa; vicolo stretto 9', '[address] è chiusa; [address]'],
  ['per via della cittadinanza',                 'per via della cittadinanza'],
  // Days become months; those of laws stay.
  ['il 12 novembre 2026 ha telefonato',          'nel novembre 2026 ha telefonato'],
  ["Il 3/5/2026, dopo l'8 maggio",               'Nel maggio 2026, dopo maggio'],
  ['in data 2026-05-03; dal 1° giugno 2026',     'nel maggio 2026; dal giugno 2026'],
  ['nata il 01.02.92, poi il 1/2/26',            'nata nel febbraio 1992, poi nel febbraio 2026'],
  ['il 45 novembre e il 3/15/2026',              'il 45 novembre e il 3/15/2026'],
  ['il decreto legislativo 9 luglio 2003, n. 215', 'il decreto legislativo 9 luglio 2003, n. 215'],
  ['la direttiva del 29 giugno 2000',            'la direttiva del 29 giugno 2000'],
  // Places become regions: those of the case anywhere, others after a preposition, the longest name first.
  ['a Prato (PO), Prato e il prato',             'a [place Toscana], [place Toscana] e il prato'],
  ["vive a Reggio nell'Emilia dal 2020",         'vive a [place Emilia-Romagna] dal 2020'],
  ['da San Giovanni in Persiceto',               'da [place Emilia-Romagna]'],
  ['Trattato di Roma; tribunale di Roma',        'Trattato di Roma; tribunale di [place Lazio]'],
])('%s: %s', (text, expected) => {
  expect(after(text)).toBe(expected)
})

test('states each passage once, with what replaced it', () => {
  const { replaced } = anonymise('Rosa, il 3 maggio 2026, a Prato: Rosa.', known, replace)
  expect(replaced).toEqual([
    { kind: 'date', text: 'il 3 maggio 2026', replacement: 'nel maggio 2026' },
    { kind: 'victim', text: 'Rosa', replacement: '[victim]' },
    { kind: 'place', text: 'Prato', replacement: '[place Toscana]' },
  ])
})

// biome-ignore format: a table
test.each([
  ['Nel maggio 2026 la [victim] ha chiesto una casa.', []],
  ['Rosa ha chiesto una casa a Roma.',                ['victim Rosa', 'place a Roma']],
  ['Ha parlato con Giulio Bianchi e con la sig.ra Neri.', ['name sig.ra Neri', 'name Giulio Bianchi']],
  ['La Corte di Cassazione e il Consiglio di Stato.', []],
  ['Casa Bella s.r.l. ha risposto.',                  ['name Casa Bella', 'name Casa Bella s.r.l.']],
  ['Chiamare il 347 1234567.',                        ['phone 347 1234567']],
])('%s still has %j', (text, expected) => {
  expect(personalIn(text, known, replace).map(({ kind, text: found }) => `${kind} ${found}`)).toEqual(expected)
})

test('a text that was anonymised has nothing left to replace', () => {
  const text = "Maria D'Angelo, di Prato, il 3 maggio 2026 chiama Rosa al 347 1234567 da via dei Mille 3."
  expect(anonymise(after(text), known, replace).replaced).toEqual([])
})

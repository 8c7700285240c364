import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inSmallLetters, splitWords } from './fold.ts'
import { languages, termsToFind, termsToIndex } from './search-terms.ts'

const finds = (query: string, narrative: string, language?: string) => {
  const terms = new Set(termsToIndex('words', narrative, language))
  const groups = termsToFind('words', query)
  return groups.length > 0 && groups.every((group) => group.some((term) => terms.has(term)))
}

const narratives = {
  it: `Il mio datore di lavoro mi ha minacciato più volte, perché Sara aveva denunciato le discriminazioni dei colleghi. L'affitto
    dell’appartamento è stato negato nel 2023 a due famiglie straniere; all'Università parlò con la prof. n° 12 e 345 studenti.`,
  en: `My employer threatened me because I refused to remove my headscarf. The landlord's answer was: "no foreigners". Two
    neighbours heard it in the city centre, and the police wrote it down on 12 March 2024.`,
  fr: `Le propriétaire m'a menacée et a refusé la location à cause de mes origines étrangères. Les élèves de l'école ont été
    insultés, et l'équipe n'a rien fait jusqu'à aujourd'hui.`,
  es: `El dueño me amenazó y no quiso alquilar las habitaciones a mis niños. La discriminación empezó con las vecinas, que
    hablaron mal de nosotros en el colegio.`,
  ar: `رفض صاحب العمل توظيفي بسبب الحجاب، وهددني المدير في المدرسة. تعرضت للتمييز والعنصرية من الموظفين في سنة ٢٠٢٤ وأخي شاهد.`,
  ur: `مالک مکان نے مجھے گھر دینے سے انکار کیا کیونکہ میں مسلمان ہوں۔ اسکول میں بچوں کے ساتھ بدسلوکی ہوئی۔`,
}

describe('a query finds a narrative', () => {
  test.each([
    ['it', 'minaccia'],
    ['it', 'minacce'],
    ['it', 'MINACCIARE'],
    ['it', 'discriminazione'],
    ['it', 'discriminata'],
    ['it', 'università'],
    ['it', "l'universita"],
    ['it', 'parlare'],
    ['it', 'collega'],
    ['it', 'straniero'],
    ['it', 'Sara'],
    ['it', 'appartamenti negati'],
    ['it', 'negato il lavoro'],
    ['it', '2023'],
    ['it', '345'],
    ['en', 'threatening'],
    ['en', 'refusing'],
    ['en', 'foreigner'],
    ['en', 'neighbour'],
    ['en', 'cities'],
    ['fr', 'menacé'],
    ['fr', 'menacee'],
    ['fr', 'refuser'],
    ['fr', 'élève'],
    ['fr', 'ecoles'],
    ['fr', 'etranger'],
    ['es', 'amenazar'],
    ['es', 'amenazo'],
    ['es', 'discriminaciones'],
    ['es', 'discriminacion'],
    ['es', 'niña'],
    ['es', 'habitacion'],
    ['ar', 'مدرسة'],
    ['ar', 'مدرسه'],
    ['ar', 'عنصري'],
    ['ar', 'موظف'],
    ['ar', 'التمييز'],
    ['ar', 'مُدِير'],
    ['ar', '2024'],
    ['ur', 'مسلمان'],
    ['ur', 'اسکول'],
    ['ur', 'اسكول'],
  ] as const)('%s: %s', (language, query) => {
    expect(finds(query, narratives[language], language)).toBe(true)
  })

  test.each([
    ['打', '房东打我'],
    ['房东', '因为我是外国人，房东拒绝租房给我'],
    ['拒绝 外国', '因为我是外国人，房东拒绝租房给我'],
    ['학교', '학교에서 차별을 받았습니다'],
    ['ドア', 'ドアを閉められた'],
    ['भेदभाव', 'मेरे साथ भेदभाव हुआ'],
    ['дискриминация', 'Это дискриминация!'],
  ])('%s in a language without stemmer', (query, narrative) => {
    expect(finds(query, narrative, 'xx')).toBe(true)
    expect(finds(query, narrative)).toBe(true)
    expect(finds(query, narrative, 'it')).toBe(true)
  })
})

describe('a query does not find a narrative', () => {
  test.each([
    ['it', 'parco'],
    ['it', 'minaccia ospedale'],
    ['it', 'perché'],
    ['it', '12'],
    ['it', '2024'],
    ['it', 'x'],
    ['it', ''],
    ['en', 'employee'],
    ['ar', 'سيارة'],
  ] as const)('%s: %s', (language, query) => {
    expect(finds(query, narratives[language], language)).toBe(false)
  })

  test.each(['', 'a', '12', '1 2 3', '?!'])('nothing is searched by "%s"', (text) => {
    expect(termsToFind('words', text)).toEqual([])
  })

  test('外国人 is not found where its characters are far apart', () => {
    expect(finds('外国人', '外面有国家的人')).toBe(false)
  })
})

test('stop words are left out of a query, unless it has no other words', () => {
  expect(termsToFind('words', 'le minacce del collega')).toHaveLength(2)
  expect(termsToFind('words', 'the threats of a colleague')).toHaveLength(2)
  expect(termsToFind('words', 'come')).toHaveLength(1)
})

test('stop words of the language of the text are not indexed', () => {
  expect(termsToIndex('words', 'perché non è così', 'it')).toEqual(termsToIndex('words', 'così', 'it'))
  expect(termsToIndex('words', 'perché', 'en')).not.toEqual([])
})

test('a meaningful Arabic word on the stop list of the package is indexed', () => {
  expect(finds('أخ', 'أخ', 'ar')).toBe(true)
})

const codes = Object.keys(narratives) as (keyof typeof narratives)[]
const isLeftOut = (word: string, language: string) =>
  /^(?:.|\d\d|[٠-٩]{2})$/u.test(word) || languages.get(language)?.stopWords.has(word)

describe('any narrative', () => {
  test.each(codes)('in %s is found by each of its words', (language) => {
    const words = splitWords(inSmallLetters(narratives[language])).filter((word) => !isLeftOut(word, language))
    expect(words.length).toBeGreaterThan(10)
    expect(words.filter((word) => !finds(word, narratives[language], language))).toEqual([])
  })

  test('in any letters is found by each of its words that is not a stop word', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(words, fc.constantFrom(...codes, undefined), (parts, language) => {
        const narrative = parts.join(' ')
        const queries = parts.filter((part) => termsToIndex('words', part, language).length > 0)
        expect(queries.filter((query) => !finds(query, narrative, language))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

/** The longest possible narrative. */
const longNarrative = (unit: fc.Arbitrary<string>) =>
  fc.array(unit, { minLength: 10_000, maxLength: 10_000, size: 'max' }).map((letters) => letters.join(''))

describe('a narrative of 10,000 code points', () => {
  test('has at most two terms for each of them', () => {
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéèò      ابتثجحخدذرزسشص一丁七万丈三上下')
    fc.assert(
      fc.property(longNarrative(letters), fc.constantFrom(...codes), (narrative, language) => {
        expect(termsToIndex('words', narrative, language).length).toBeLessThan(20_000)
      }),
      { numRuns: 5 },
    )
  })

  test('of a single word, or of one repeated word, has few terms', () => {
    expect(termsToIndex('words', 'a'.repeat(10_000), 'it')).toHaveLength(1)
    expect(termsToIndex('words', 'minaccia '.repeat(1111), 'it')).toHaveLength(2)
  })
})

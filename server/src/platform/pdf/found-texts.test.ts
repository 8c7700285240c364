import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Language } from '@portal/contract'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { findPdftotext, readPdf, withoutSpaces } from '../../../test/pdf-texts.ts'
import { directionOf } from './bidi-runs.ts'
import { drawDocument } from './draw-document.ts'
import { column, styles } from './page-layout.ts'
import { createTypesetter } from './typesetter.ts'

const scripts = [
  ['Latin', 'È successo all’ufficio: «qui non la serviamo». Affliggere fi fl ffi (12,50 €)'],
  ['Vietnamese', 'Tôi bị từ chối việc làm ở Hà Nội'],
  ['decomposed Latin', 'perche\u0301 citta\u0300 n\u0303'],
  ['Greek', 'Δεν με δέχτηκαν στη δουλειά'],
  ['Cyrillic', 'Меня не взяли на работу. Їжак Љубљана'],
  ['Georgian', 'სამსახურში არ მიმიღეს'],
  ['Armenian', 'Ինձ աշխատանք չտվեցին։'],
  ['Amharic', 'ሥራ አልሰጡኝም። አዲስ አበባ'],
  ['Arabic', 'حدث ذلك في المكتب (الطابق 2) الساعة 12:30، وقالوا: «لا نخدمك هنا». الله'],
  ['Arabic with vowels', 'مُحَمَّد كِتَاب'],
  ['Urdu', 'یہ دفتر میں ہوا (منزل 2)، انہوں نے کہا: ٹیکسی ڈاکٹر گاڑی ھ ں ے ہے لڑکا ۲۰۲۶'],
  ['Persian', 'به من کار ندادند؛ گفتند «نمی‌خواهیم». پنج گچ ژاله می‌شود'],
  ['Pashto', 'ما ته کار رانه کړل شو ښځه ځوان'],
  ['Hebrew', 'לא קיבלו אותי לעבודה (קומה 3) ב־12:30. שָׁלוֹם'],
  ['Hindi', 'मुझे किराये पर घर नहीं दिया। क्षत्रिय विद्यार्थी श्री हिन्दी ज्ञान'],
  ['Bengali', 'আমাকে কাজ দেওয়া হয়নি। বিশ্ববিদ্যালয় ক্ষমা কর্মস্থল শ্রেণী কোথায় মৌলিক সংক্ষিপ্ত'],
  ['Punjabi', 'ਮੈਨੂੰ ਕੰਮ ਨਹੀਂ ਦਿੱਤਾ। ਪ੍ਰੀਤ ਸਿੰਘ ਗੁਰਦੁਆਰਾ ਕਿਉਂ'],
  ['Tamil', 'எனக்கு வேலை தரவில்லை. கொடுத்தார் போனேன் கௌரவம் ஸ்ரீ'],
  ['Sinhala', 'මට රැකියාව දුන්නේ නැත. ශ්‍රී ලංකාව කොහේද'],
  ['Thai', 'ฉันถูกปฏิเสธ เพราะเป็นคนต่างชาติ น้ำ กำลัง ที่นี่'],
  ['Chinese', '我被拒之门外，因为我是外国人。臺灣的學生'],
  ['rare Chinese', '𠮷田先生，𠮷野家，彅'],
  ['Japanese', 'わたしはカフェで断られた。ガイジン 𠮷田さん'],
  ['Korean', '저는 거절당했습니다. 한국어'],
  ['emoji', 'Che giornata 🙁 ❤️ 👍🏽 👩‍👧 🇮🇹 fine'],
  ['Arabic with Latin', 'قال لي Mario Rossi في مكتب UNAR-2026-000123 يوم 12/03/2026: لا.'],
  ['Latin with Arabic', 'Il signor محمد عبد الله ha detto «لا نخدمك هنا» alle 12:30, poi è uscito.'],
  ['Latin with Hindi, Chinese and Bengali', 'La signora श्रीमती विद्या e 王小明 con রহিমা'],
] as const

const languageOf = (text: string): Language => (directionOf(text, 'ltr') === 'rtl' ? 'ar' : 'it')

const draw = (text: string) =>
  drawDocument({
    language: languageOf(text),
    title: 'Prova',
    madeAt: new Date(0),
    footer: '',
    blocks: [{ kind: 'quotation', text }],
  })

const run = promisify(execFile)
const isMissing = !process.env.CI && !findPdftotext()

/** What the program `pdftotext` finds, without the direction marks that it adds. */
async function pdftotext(bytes: Buffer): Promise<string> {
  const child = run(findPdftotext() ?? 'pdftotext', ['-enc', 'UTF-8', '-', '-'])
  child.child.stdin?.end(bytes)
  const { stdout } = await child
  return stdout.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').normalize('NFC')
}

/** Words and numbers: beside a number in a line from right to left, pdftotext takes signs from left to right. */
const wordsOf = (text: string) =>
  text.normalize('NFC').match(/[\p{L}\p{M}\p{N}\p{Emoji_Presentation}\u200c\u200d]+/gu) ?? []

/** Characters that are drawn as a replacement, because no face has them. */
function replaced(text: string): string[] {
  const { lines } = createTypesetter(new PDFDocument()).set(text, styles.text, column.width, directionOf(text, 'ltr'))
  const letters = lines.flatMap(({ runs }) => runs.flatMap((each) => each.letters))
  return letters.filter(({ shown }) => shown === '\ufffd').map(({ typed }) => typed)
}

/**
 * A number and an Arabic sign. In a text from left to right pdf.js takes the sign for a part of the Arabic word that follows, and reads
 * it after this word ('È 12:30، کار'); pdftotext finds the words.
 */
const numberWithArabicSign = /^[\d:)]+[،؛]/

describe('a text is found in its PDF as it was typed', () => {
  test.each(scripts)('%s, by pdf.js: every character in reading order', async (_script, text) => {
    const { pages } = await readPdf(await draw(text))
    expect(withoutSpaces(pages.join(''))).toBe(withoutSpaces(text))
    expect(replaced(text)).toEqual([])
  })

  test.skipIf(isMissing).each(scripts)('%s, by pdftotext: every word', async (_script, text) => {
    const found = await pdftotext(await draw(text))
    expect(wordsOf(text).filter((word) => !found.includes(word))).toEqual([])
  })

  test.skipIf(isMissing)('a character that no face has is drawn as a replacement, and found', async () => {
    const text = 'Segni 𒀀𒀁'
    expect(replaced(text)).toEqual(['𒀀', '𒀁'])
    expect(await pdftotext(await draw(text))).toContain(text)
  })

  test('words of any scripts beside each other, in any order', async () => {
    const typed = scripts.flatMap(([, text]) => text.split(' ')).filter((word) => !numberWithArabicSign.test(word))
    const words = fc.constantFrom(...typed, '(', '12', '-')
    const texts = fc.array(words, { minLength: 1, maxLength: 60 }).map((found) => found.join(' '))
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { pages } = await readPdf(await draw(text))
        expect(withoutSpaces(pages.join(''))).toBe(withoutSpaces(text))
      }),
      { numRuns: 20 },
    )
  }, 60_000)
})

import { describe, expect, test } from 'vitest'
import { fold } from '../fold.ts'
import { latinForms, pinyinWords } from './latin-forms.ts'
import { skeletonsOf } from './skeleton.ts'

// biome-ignore format: a table
test.each([
  ['Шевченко',  ['shevchenko']],
  ['Сергій',    ['sergii', 'serhiy']],
  ['Юлія',      ['yuliya', 'yuliia']],
  ['Євген',     ['ievgen', 'yevhen']],
  ['Παπαδοπουλου', ['papadopoulou']],
  ['হোসেন',      ['hosen']],
  ['রহমান',      ['rahaman']],
  ['মিয়া',       ['miya']],
  ['Rossi',     ['rossi']],
  ['علي',       ['علي']],
])('%s in Latin letters', (word, forms) => {
  expect(latinForms(fold(word))).toEqual(forms)
})

test.each([
  ['王小明', ['wangxiaoming', 'wang', 'xiaoming']],
  ['单', ['shan']],
  ['吕', ['lu', 'lyu']],
  ['歐陽娜娜', ['ouyangnana', 'ouyang', 'nana']],
])('%s in pinyin', (run, words) => {
  expect(pinyinWords(fold(run))).toEqual(words)
})

describe('spellings of a name have the same consonants', () => {
  test.each(
    [
      'Ansari الأنصاري',
      'Ali علي',
      'Mohamed Muhammad محمد Мухаммед',
      'Jamal جمال',
      'Gamal جمال',
      'Abdelrahman Abderrahmane عبدالرحمن',
      'Abdullah Abdallah عبدالله',
      'Youssef Yusuf يوسف',
      'Ramadan Ramzan رمضان',
      'Najat نجاة',
      'Shevchenko Scevcenko Шевченко',
      'Serhii Sergiy Сергій',
      'Yulia Iuliia Julija Юлія',
      'Hossain Hussein হোসেন',
    ].map((line) => line.split(' ')),
  )('%s and the others', (...names) => {
    const keys = names.map((name) => latinForms(fold(name)).flatMap(skeletonsOf))
    const first = keys.filter((others) => !others.some((key) => keys.at(-1)?.includes(key)))
    expect(first).toEqual([])
  })
})

test.each(['Ugo', 'я', '王', '1980'])('%s has no consonants to compare', (word) => {
  expect(skeletonsOf(fold(word)).filter((key) => key.length > 2)).toEqual([])
})

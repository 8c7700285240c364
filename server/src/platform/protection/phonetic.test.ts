import { describe, expect, test } from 'vitest'
import { fold } from './fold.ts'
import { phoneticKeys, toLatin } from './phonetic.ts'

const soundAlike = (one: string, other: string) =>
  phoneticKeys(fold(one)).some((key) => phoneticKeys(fold(other)).includes(key))

const sameNames = [
  'Mohamed Muhammad Mohammed Mohamad Muhammed محمد مُحَمَّد Мохамед',
  'Yusuf Youssef Yousef Jusuf يوسف',
  'Ahmed Ahmad أحمد',
  'Hussein Husayn Hossain Hossein حسين',
  'Abdallah Abdullah Abdalla عبدالله',
  'Abdelrahman Abdulrahman عبدالرحمن',
  'Abdelrahman Abderrahman Abderrahmane',
  'Khaled Khalid خالد',
  'Fatima Fatma Fatimah فاطمة',
  'Walid Oualid Waleed وليد',
  'Oleksandr Aleksandr Alexander Alexandre Олександр Александр',
  'Ivanov Ivanoff Иванов',
  'Mikhail Mihail Михаил',
  'Chowdhury Choudhury Chaudhry',
  'Rashid Rachid Rasheed',
  'Stephan Stefan Στεφαν',
].map((line) => line.split(' '))

describe('transliterations of a name sound alike', () => {
  test.each(sameNames.map((names) => [names[0], names] as const))('%s', (_, names) => {
    const strangers = names.flatMap((one) =>
      names.filter((other) => !soundAlike(one, other)).map((other) => [one, other]),
    )
    expect(strangers).toEqual([])
  })
})

describe('other names do not', () => {
  test.each([
    ['Rossi', 'Russo'],
    ['Rossi', 'Rossini'],
    ['Bianchi', 'Bianco'],
    ['Conti', 'Conte'],
    ['Ferrari', 'Ferraro'],
    ['Caruso', 'Corso'],
    ['Bruni', 'Baroni'],
    ['Jean', 'Gian'],
    ['Alexander', 'Alexandra'],
    ['Alexander', 'Alessandro'],
    ['Yusuf', 'Asif'],
    ['Anna', 'Enna'],
    ['Said', 'Saida'],
    ['陳小明', '陈小明'],
  ])('%s and %s', (one, other) => {
    expect(soundAlike(one, other)).toBe(false)
  })
})

test('Cyrillic and Greek are transliterated to Latin letters, other scripts are unchanged', () => {
  expect(['Щербаков', 'Παπαδοπουλου', 'Rossi', 'محمد'].map((name) => toLatin(fold(name)))).toEqual([
    'shcherbakov',
    'papadopoulou',
    'rossi',
    'محمد',
  ])
})

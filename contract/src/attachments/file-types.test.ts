import { expect, test } from 'vitest'
import {
  acceptOf,
  extensionOf,
  extensionsOf,
  fileTypes,
  pictureExtensionOf,
  previewOf,
  takesContent,
  takesName,
  typeExtensionOf,
} from './file-types.ts'

// biome-ignore format: a table
test.each([
  ['lettera.PDF',        'pdf'],
  ['archivio.tar.gz',    'gz'],
  ['senza',              ''],
  ['.txt',               'txt'],
  ['punto.',             ''],
] as const)('the extension of %s is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})

test('an area accepts names with its extensions in any case, and no inherited object property', () => {
  expect(takesName('report', 'Foto.JPEG')).toBe(true)
  expect(takesName('report', 'atti.zip')).toBe(false)
  expect(takesName('case', 'atti.zip')).toBe(true)
  for (const name of ['x.constructor', 'x.__proto__', 'x.toString', 'x']) expect(takesName('case', name)).toBe(false)
})

test('a file field accepts the extensions of its area, and those that browsers give to a JPEG', () => {
  const accepted = acceptOf('assistance').split(',')
  for (const extension of [...extensionsOf('assistance'), 'jfif', 'pjpeg']) expect(accepted).toContain(`.${extension}`)
  for (const extension of ['p7m', 'eml', 'webp']) expect(accepted).not.toContain(`.${extension}`)
})

// biome-ignore format: a table
test.each([
  ['download.jfif', 'jpg'], ['foto.JPE', 'jpg'], ['foto.jpeg', 'jpeg'], ['foto.png', 'png'], ['x.constructor', 'constructor'], ['senza', ''],
])('the type of %s has the extension %j', (name, extension) => {
  expect(typeExtensionOf(name)).toBe(extension)
})

test('a picture under the extension of another gets the first one of its kind', () => {
  expect(['jpeg', 'heif', 'avif', 'webp', 'pdf'].map((kind) => pictureExtensionOf(kind as 'jpeg'))).toEqual([
    'jpg',
    'heic',
    'avif',
    'webp',
    undefined,
  ])
})

// biome-ignore format: a table
test.each([
  ['report',     'istanza.pdf.p7m', true,  true],
  ['case',       'istanza.pdf.p7m', true,  true],
  ['assistance', 'istanza.pdf.p7m', false, false],
  ['report',     'messaggio.eml',   true,  true],
  ['report',     'messaggio.msg',   true,  true],
  ['assistance', 'messaggio.msg',   false, false],
  ['case',       'daticert.xml',    true,  true],
  ['report',     'daticert.xml',    false, true],
  ['report',     'invito.ics',      false, true],
  ['report',     'atti.zip',        false, false],
  ['case',       'atti.zip',        true,  true],
  ['report',     'programma.exe',   false, false],
] as const)('%s: %s is taken alone: %s, within a mail: %s', (area, name, isTaken, isTakenWithin) => {
  expect(takesName(area, name)).toBe(isTaken)
  expect(takesContent(area, name)).toBe(isTakenWithin)
})

test('the table has lower-case extensions and valid media types, and no executable or active format for the public', () => {
  for (const [extension, { media, areas }] of Object.entries(fileTypes)) {
    expect(extension).toMatch(/^[a-z0-9]{2,5}$/)
    expect(media).toMatch(/^[a-z]+\/[a-z0-9.+-]{1,100}$/)
    expect(areas).toContain('case')
  }
  for (const extension of ['exe', 'js', 'svg', 'html', 'docm', 'zip', 'jar'])
    expect(extensionsOf('report')).not.toContain(extension)
})

// biome-ignore format: a table
test.each([
  ['pdf', 'pdf'], ['png', 'image'], ['jpeg', 'image'], ['gif', 'image'], ['webp', 'image'], ['bmp', 'image'],
  ['txt', 'text'], ['csv', 'text'], ['m4a', 'audio'], ['wav', 'audio'], ['mp4', 'video'], ['webm', 'video'],
  ['tiff', undefined], ['heic', 'image'], ['heif', 'image'], ['amr', undefined], ['avi', undefined],
  ['docx', undefined], ['zip', undefined], ['p7m', undefined], ['tsd', undefined], ['msg', undefined], ['xml', undefined], ['avif', 'image'], ['eml', undefined], ['html', undefined], ['mht', undefined], ['svg', undefined],
  ['', undefined], ['constructor', undefined],
] as const)('a file of type %s is shown as %s', (extension, kind) => {
  expect(previewOf(extension)).toBe(kind)
})

import { expect, test } from 'vitest'
import { acceptOf, extensionOf, extensionsOf, fileTypes, previewOf, takesName } from './file-types.ts'

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

test('a file field accepts the extensions of its area', () => {
  expect(acceptOf('assistance').split(',').sort()).toEqual(
    extensionsOf('assistance')
      .map((name) => `.${name}`)
      .sort(),
  )
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
  ['docx', undefined], ['zip', undefined], ['eml', undefined], ['html', undefined], ['mht', undefined], ['svg', undefined],
  ['', undefined], ['constructor', undefined],
] as const)('a file of type %s is shown as %s', (extension, kind) => {
  expect(previewOf(extension)).toBe(kind)
})

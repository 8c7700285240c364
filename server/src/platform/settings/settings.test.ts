import { officeText } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { officeDefaults } from '../../wiring/office-defaults.ts'
import { readSettings, SettingsError, settingsTable } from './settings.ts'

const read = (env: Record<string, string> = {}) => readSettings(env, officeDefaults)
const errorsOf = (env: Record<string, string>) => {
  try {
    read(env)
    return []
  } catch (error) {
    return error instanceof SettingsError ? error.message.split('\n') : [String(error)]
  }
}

describe('settings', () => {
  test('of the demonstration have defaults: loopback, port 3000, embedded database, demo users', () => {
    expect(read()).toMatchObject({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      hasDemoPeople: true,
      reportsPerMinute: 600,
      office: officeDefaults,
    })
    expect(read().dataDir).toMatch(/\/data$/)
  })

  test('have the first office as default: base path, product tag, slogan, number of its contact centre', () => {
    expect(read().office).toMatchObject({
      slug: 'unar',
      productTag: 'UNAR',
      tagline: 'A difesa delle differenze',
      phone: '800 90 10 10',
    })
  })

  test('configure another office without code', () => {
    const { office } = read({
      OFFICE_SLUG: 'parita',
      OFFICE_TAG: 'PAR',
      OFFICE_NAME: 'Ufficio Parità',
      OFFICE_PHONE: '800 00 00 00',
      OFFICE_TAGLINE: 'Pari per tutti',
      OFFICE_DEPARTMENT: 'Dipartimento X',
      OFFICE_REGISTER_MAIL: 'registro@example.org',
      OFFICE_ASSISTANCE_MAIL: 'aiuto@example.org',
      OFFICE_IPA_CODE: 'abc',
      OFFICE_LINKS: '[{"label":"Sito","href":"https://example.org/"}]',
    })
    expect(office).toMatchObject({
      slug: 'parita',
      productTag: 'PAR',
      name: 'Ufficio Parità',
      phone: '800 00 00 00',
      tagline: 'Pari per tutti',
      department: 'Dipartimento X',
      registerMailbox: 'registro@example.org',
      assistanceMailbox: 'aiuto@example.org',
      ipaCode: 'abc',
    })
    expect(office.links).toEqual([{ label: 'Sito', href: 'https://example.org/' }])
  })

  test('name the first office in six languages, each in its own setting', () => {
    const named = (env: Record<string, string>, language: string) => officeText(read(env).office, 'name', language)
    expect(named({}, 'fr')).toEqual({ text: officeDefaults.translations.fr?.name, language: 'fr' })
    expect(named({ OFFICE_NAME_FR: 'Office X' }, 'fr').text).toBe('Office X')
    expect(named({ OFFICE_NAME_FR: 'Office X' }, 'es').text).toBe(officeDefaults.translations.es?.name)
  })

  test('never use the translations of the first office for another: English or Italian replaces them', () => {
    const env = { OFFICE_NAME: 'Ufficio Parità', OFFICE_ABOUT: 'Chi siamo.', OFFICE_ABOUT_EN: 'Who we are.' }
    const { office } = read(env)
    expect(officeText(office, 'name', 'ar')).toEqual({ text: 'Ufficio Parità', language: 'it' })
    expect(officeText(office, 'about', 'ar')).toEqual({ text: 'Who we are.', language: 'en' })
    expect(officeText(office, 'tagline', 'ar').text).toBe(officeDefaults.translations.ar?.tagline)
  })

  test.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['AUTH_MOCK', 'yes', 'one of: on, off'],
    ['PUBLIC_URL', 'example.org', 'https://'],
    ['OFFICE_SLUG', 'A b', 'lower-case letters, digits and hyphens'],
    ['OFFICE_LINKS', '[{"label":1}]', 'JSON as documented'],
    ['OFFICE_LINKS', '{', 'JSON'],
    ['OFFICE_ASSISTANCE_MAIL', 'nobody', 'an e-mail address'],
  ])('%s=%s stops the start with a sentence', (name, value, sentence) => {
    const [error] = errorsOf({ [name]: value })
    expect(error).toContain(`${name} is "${value}", but must be`)
    expect(error).toContain(sentence)
  })

  test.each([
    ['DATABASE_URL', 'mysql://app:geheim@db/portale'],
    ['DATABASE_OWNER_URL', 'owner:geheim@db'],
    ['SMTP_URL', 'https://office:geheim@mail.example.org'],
    ['FILES_URL', 'ftp://key:geheim@store/bucket'],
    ['MASTER_KEY', 'geheim'],
  ])('%s is not repeated when it is wrong: it may hold a password', (name, value) => {
    const [error] = errorsOf({ [name]: value })
    expect(error).toContain(`${name} is wrong, but must be`)
    expect(error).not.toContain('geheim')
  })

  test('refuse a master key inside the data folder, because a copy of the data would include it', () => {
    expect(errorsOf({ DATA_DIR: '/srv/data', MASTER_KEY_FILE: '/srv/data/secrets/master.key' })).toEqual([
      'MASTER_KEY_FILE is inside DATA_DIR: a copy of the data would include its key.',
    ])
    expect(read({ DATA_DIR: '/srv/data', MASTER_KEY_FILE: '/srv/data-key' }).masterKeyFile).toBe('/srv/data-key')
  })

  test.each([
    ['SIGNATURE_KEY_FILE', 'SIGNATURE_CERTIFICATE_FILE'],
    ['SIGNATURE_CERTIFICATE_FILE', 'SIGNATURE_KEY_FILE'],
  ])('refuse %s without %s', (name, missing) => {
    expect(errorsOf({ [name]: '/srv/firma' })).toEqual([
      'SIGNATURE_KEY_FILE and SIGNATURE_CERTIFICATE_FILE must both be set, or neither.',
    ])
    expect(read({ [name]: '/srv/a', [missing]: '/srv/b' }).signature).toBeDefined()
    expect(read().signature).toBeUndefined()
  })

  test('set the address, the folders and the ways to sign in', () => {
    const settings = read({
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/var/lib/portale',
      DATABASE_URL: 'postgres://localhost/portale',
      PUBLIC_URL: 'https://portale.example',
      AUTH_MOCK: 'off',
    })
    expect(settings).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      dataDir: '/var/lib/portale',
      databaseUrl: 'postgres://localhost/portale',
      publicOrigin: 'https://portale.example',
      hasDemoPeople: false,
    })
    expect(read({ AUTH_MOCK: 'on' }).hasDemoPeople).toBe(true)
    expect(read({ HOST: '192.0.2.7', PORT: '8080' }).publicOrigin).toBe('http://192.0.2.7:8080')
    expect(read({ NODE_ENV: 'test' }).isProduction).toBe(false)
    expect(read({ NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example' }).isProduction).toBe(true)
  })

  test('allow demo users by default with the embedded database only', () => {
    const url = 'postgres://localhost/portale'
    expect(read().hasDemoPeople).toBe(true)
    expect(read({ DATABASE_URL: url }).hasDemoPeople).toBe(false)
    expect(read({ DATABASE_URL: url, AUTH_MOCK: 'on' }).hasDemoPeople).toBe(true)
    expect(errorsOf({ NODE_ENV: 'Production' })).toHaveLength(1)
  })

  test('of production require https or this machine', () => {
    expect(errorsOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://portale.example' })).toEqual([
      expect.stringContaining('must use https'),
    ])
    expect(errorsOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([])
  })

  test('accept a bucket with its keys, and never repeat a secret', () => {
    const bucket = 'https://key:secret@store.example/bucket?region=eu-south-1'
    expect(read({ FILES_URL: bucket }).filesUrl).toBe(bucket)
    expect(errorsOf({ FILES_URL: 'https://key:hidden@store.example' })).toEqual([
      'FILES_URL is wrong, but must be an address such as https://key:secret@host/bucket?region=eu-south-1.',
    ])
  })

  test('report every fault at once', () => {
    expect(errorsOf({ PORT: 'x', LOG_LEVEL: 'loud', AUTH_MOCK: '1' })).toHaveLength(3)
  })

  test('of production refuse a captcha with a fixed answer', () => {
    const office = { NODE_ENV: 'production', PUBLIC_URL: 'https://portale.example' }
    expect(errorsOf({ ...office, CAPTCHA_FIXED: '123456' })).toEqual([expect.stringContaining('CAPTCHA_FIXED is set')])
    expect(read({ CAPTCHA_FIXED: '123456' }).captchaFixed).toBe('123456')
  })

  test('leave jobs to another process only where it has the same database', () => {
    const url = 'postgres://localhost/portale'
    expect(read({ DATABASE_URL: url }).worksOnJobs).toBe(true)
    expect(read({ DATABASE_URL: url, JOBS: 'off' }).worksOnJobs).toBe(false)
    expect(errorsOf({ JOBS: 'off' })).toEqual([expect.stringMatching(/^JOBS is "off".*DATABASE_URL/)])
  })

  test('of production refuse the demonstration and require the public address', () => {
    expect(errorsOf({ NODE_ENV: 'production' })).toEqual([expect.stringContaining('PUBLIC_URL is missing')])
    const test = { NODE_ENV: 'production', PUBLIC_URL: 'https://prova.example', SPID_TEST_HOSTS: 'prova.example' }
    expect(errorsOf(test)).toEqual([expect.stringContaining('TEST_INSTALLATION=on')])
    expect(errorsOf({ ...test, TEST_INSTALLATION: 'on' })).toEqual([])
    expect(errorsOf({ NODE_ENV: 'production', PUBLIC_URL: 'https://example.org', AUTH_MOCK: 'on' })).toEqual([
      expect.stringContaining('AUTH_MOCK is "on", but production'),
    ])
    expect(read({ NODE_ENV: 'production', PUBLIC_URL: 'https://example.org' }).hasDemoPeople).toBe(false)
  })

  test('all have a description', () => {
    for (const [name, { about }] of Object.entries(settingsTable(officeDefaults))) {
      expect(name).toMatch(/^[A-Z_]+$/)
      expect(about).toMatch(/^.{15,}[.:\]]$/)
    }
  })
})

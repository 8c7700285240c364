import { relative, resolve } from 'node:path'

/** Settings with rules that involve several of them. */
interface Related {
  readonly NODE_ENV: string | undefined
  readonly HOST: string
  readonly PORT: number
  readonly PUBLIC_URL: string | undefined
  readonly DATA_DIR: string
  readonly MASTER_KEY: Buffer | undefined
  readonly MASTER_KEY_FILE: string
  readonly JOBS: string
  readonly DATABASE_URL: string | undefined
  readonly DATABASE_OWNER_URL: string | undefined
  readonly CAPTCHA_FIXED: string | undefined
  readonly AUTH_MOCK: string | undefined
  readonly SIGNATURE_KEY_FILE: string | undefined
  readonly SIGNATURE_CERTIFICATE_FILE: string | undefined
  readonly SPID_BIND_BROWSER: string | undefined
  readonly SPID_TEST_HOSTS: string | undefined
  readonly TEST_INSTALLATION: string
}

/** Returns one sentence for each contradiction between settings. */
export function contradictions(values: Related): string[] {
  const errors: string[] = []
  if (!values.MASTER_KEY && isBelow(values.MASTER_KEY_FILE, values.DATA_DIR))
    errors.push('MASTER_KEY_FILE is inside DATA_DIR: a copy of the data would include its key.')
  if (!values.SIGNATURE_KEY_FILE !== !values.SIGNATURE_CERTIFICATE_FILE)
    errors.push('SIGNATURE_KEY_FILE and SIGNATURE_CERTIFICATE_FILE must both be set, or neither.')
  if (values.JOBS === 'off' && !values.DATABASE_URL)
    errors.push('JOBS is "off", but no other process can work on the jobs of the embedded database (DATABASE_URL).')
  return values.NODE_ENV === 'production' ? [...errors, ...contradictionsOfProduction(values)] : errors
}

function contradictionsOfProduction(values: Related): string[] {
  const errors: string[] = []
  if (values.DATABASE_URL && !values.DATABASE_OWNER_URL)
    errors.push('DATABASE_OWNER_URL is missing: in production the application must not own its tables.')
  if (values.CAPTCHA_FIXED)
    errors.push('CAPTCHA_FIXED is set, but in production (NODE_ENV=production) each captcha must have its own answer.')
  if (values.AUTH_MOCK === 'on')
    errors.push('AUTH_MOCK is "on", but production (NODE_ENV=production) never signs users in without SPID.')
  if (values.SPID_BIND_BROWSER === 'off' && values.PUBLIC_URL?.startsWith('https:'))
    errors.push('SPID_BIND_BROWSER is "off", but over https a sign-in must end in the browser that started it.')
  if (values.PUBLIC_URL && isTestHost(values) && values.TEST_INSTALLATION !== 'on')
    errors.push(
      'SPID_TEST_HOSTS names the host of PUBLIC_URL: in production only a test installation (TEST_INSTALLATION=on) may offer test providers.',
    )
  if (!values.PUBLIC_URL) errors.push('PUBLIC_URL is missing: production must know its public address.')
  else if (!isSafeAddress(values.PUBLIC_URL))
    errors.push(`PUBLIC_URL is "${values.PUBLIC_URL}", but production must use https.`)
  return errors
}

const isBelow = (file: string, folder: string) => !relative(resolve(folder), resolve(file)).startsWith('..')

/** Whether a host name means this machine. */
export const isLoopback = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Https or this machine: a session cookie must not travel unencrypted. */
const isSafeAddress = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname)
}

/** Decided by PUBLIC_URL alone, because anybody can forge the host of a request. */
export function isTestHost(values: Related): boolean {
  const { hostname } = new URL(publicOriginOf(values))
  if (values.NODE_ENV !== 'production' && isLoopback(hostname)) return true
  return (values.SPID_TEST_HOSTS ?? '').split(',').some((host) => host.trim() === hostname)
}

export const publicOriginOf = ({ PUBLIC_URL, HOST, PORT }: Related) =>
  PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://${HOST}:${PORT}`

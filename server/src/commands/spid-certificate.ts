import { randomUUID, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { KeyPair } from '#features/spid/providers/certificate.ts'
import { serviceProviderOf } from '#features/spid/providers/service-provider.ts'
import { agidMailbox } from '#features/spid/providers/sp-metadata.ts'
import { systemClock } from '#platform/clock.ts'
import { syncFolder } from '#platform/protection/master-key.ts'
import { type Settings, SettingsError } from '#platform/settings/settings.ts'
import { belongTogether } from '#platform/signing/key-pair.ts'
import { officeSeat } from '../wiring/office-defaults.ts'
import { type CommandReport, runCommand } from './command.ts'

type CertificateSettings = Pick<Settings, 'isProduction' | 'publicOrigin' | 'office' | 'spid'>

const usage = `npm run spid:certificate                     makes the key and the certificate of the service provider
npm run spid:certificate -- --force          also where there are some: AgID must register the new ones first
npm run spid:certificate -- --locality Torino --years 3`

/** Long, since AgID and every provider must learn of a new certificate. */
const defaultYears = 5

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { force: { type: 'boolean' }, locality: { type: 'string' }, years: { type: 'string' } },
    })
    const { force = false, locality = officeSeat, years = String(defaultYears) } = values
    return locality.trim() !== '' && /^([1-9]|10)$/.test(years) ? { force, locality, years: Number(years) } : undefined
  } catch {
    return undefined
  }
}

/** Makes key and certificate and reports what it made; replaces existing ones only with `--force`. */
export async function handleSpidCertificate(
  settings: CertificateSettings,
  args: readonly string[],
  now = systemClock.now(),
): Promise<CommandReport> {
  const options = readOptions(args)
  if (!options) return { code: 1, lines: [usage] }
  const { keyFile, certificateFile } = settings.spid
  const existing = [keyFile, certificateFile].filter((file) => existsSync(file))
  if (existing.length > 0 && !options.force)
    return { code: 1, lines: [...existing.map((file) => `${file} exists already.`), 'To replace it: --force'] }
  const pair = await makePair(settings, now, options)
  const isWritten = await writePair(settings.spid, pair, options.force)
  if (!isWritten) return { code: 1, lines: [`${keyFile} was made by another program just now.`] }
  const { subject, validTo, fingerprint256 } = new X509Certificate(pair.certificate)
  return {
    code: 0,
    lines: [
      `Key:         ${keyFile} (for its owner alone)`,
      `Certificate: ${certificateFile}`,
      `Subject:     ${subject.split('\n').join(', ')}`,
      `Good until:  ${new Date(validTo).toISOString()}`,
      `SHA-256:     ${fingerprint256}`,
      'Start the server again, then hand its metadata in to AgID.',
    ],
  }
}

interface PairOptions {
  readonly locality: string
  readonly years: number
  readonly bits?: 2048
}

async function makePair(settings: CertificateSettings, now: Date, { locality, ...options }: PairOptions) {
  const { makeCertificate } = await import('#features/spid/providers/certificate.ts')
  const { entityId, organisation, contact } = serviceProviderOf(settings, { key: '', certificate: '' })
  return makeCertificate({
    commonName: organisation.displayName,
    publicBody: { name: organisation.name, entityId, ipaCode: contact.ipaCode, locality },
    notBefore: now,
    ...options,
  })
}

/** Writes both files atomically; without `force` returns false if another process wrote the key first. */
async function writePair({ keyFile, certificateFile }: CertificateSettings['spid'], pair: KeyPair, force: boolean) {
  const own = randomUUID()
  const [key, certificate] = [`${keyFile}.${own}`, `${certificateFile}.${own}`]
  for (const file of [keyFile, certificateFile]) await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(key, pair.key, { mode: 0o600, flush: true })
    await writeFile(certificate, pair.certificate, { mode: 0o644, flush: true })
    if (force) await rename(key, keyFile)
    else await link(key, keyFile)
    await rename(certificate, certificateFile)
    for (const file of [keyFile, certificateFile]) syncFolder(dirname(file))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await Promise.all([rm(key, { force: true }), rm(certificate, { force: true })])
  }
}

const day = 86_400_000

/**
 * Checks the settings of sign-in by SPID; returns a sentence for each error: a mailbox that AgID refuses, a certificate that
 * has expired or belongs to another service provider. `daysLeft` is until the certificate expires.
 */
export function errorsOfSpid(
  settings: CertificateSettings,
  certificate: string,
  now: Date,
): { errors: string[]; daysLeft: number } {
  const { certificateFile } = settings.spid
  const { entityId, contact } = serviceProviderOf(settings, { key: '', certificate: '' })
  const { subject, validFrom, validTo } = new X509Certificate(certificate)
  const names = subject.split('\n')
  const errors: string[] = []
  if (!agidMailbox.test(contact.mail))
    errors.push(
      `OFFICE_ASSISTANCE_MAIL is "${contact.mail}": AgID takes letters, digits, ".", "_" and "-" before and after the @, and a last part of 2 to 8 letters.`,
    )
  if (new Date(validTo) <= now || new Date(validFrom) > now)
    errors.push(
      `The certificate in ${certificateFile} (SPID_CERTIFICATE_FILE) is good from ${validFrom} until ${validTo}, not now: npm run spid:certificate -- --force makes a new one.`,
    )
  if (!names.includes(`2.5.4.83=${entityId}`) || !names.includes(`organizationIdentifier=PA:IT-${contact.ipaCode}`))
    errors.push(
      `The certificate in ${certificateFile} (SPID_CERTIFICATE_FILE) is not of the service provider ${entityId} with the IPA code ${contact.ipaCode} (SPID_ENTITY_ID or PUBLIC_URL, OFFICE_IPA_CODE).`,
    )
  return { errors, daysLeft: Math.floor((new Date(validTo).getTime() - now.getTime()) / day) }
}

/**
 * Reads key and certificate of the settings. If both are missing, the demonstration makes them, and in production the result is
 * undefined: sign-in by SPID is not configured. Throws a SettingsError if one is missing or they do not match.
 */
export async function ensureCertificate(
  settings: CertificateSettings,
  now = systemClock.now(),
): Promise<KeyPair | undefined> {
  const existing = await readPair(settings)
  if (existing || settings.isProduction) return existing
  // The shortest key that SPID allows; a longer one delays the first start by up to a second.
  const pair = await makePair(settings, now, { locality: officeSeat, years: defaultYears, bits: 2048 })
  if (await writePair(settings.spid, pair, false)) return pair
  // Another server that starts concurrently has written its key; its certificate follows at once.
  await pause(500)
  return readPair(settings)
}

async function readPair({ spid: { keyFile, certificateFile } }: CertificateSettings): Promise<KeyPair | undefined> {
  const [key, certificate] = await Promise.all([readIfThere(keyFile), readIfThere(certificateFile)])
  if (key === undefined && certificate === undefined) return undefined
  if (key === undefined)
    throw new SettingsError(`There is no ${keyFile} (SPID_KEY_FILE), but its certificate is there.`)
  if (certificate === undefined)
    throw new SettingsError(`There is no ${certificateFile} (SPID_CERTIFICATE_FILE), but its key is there.`)
  if (!belongTogether(key, certificate, ['rsa']))
    throw new SettingsError(
      `${keyFile} (SPID_KEY_FILE) and ${certificateFile} (SPID_CERTIFICATE_FILE) must be an RSA key and its certificate, in PEM.`,
    )
  return { key, certificate }
}

const readIfThere = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Runs `npm run spid:certificate`; returns the exit code. */
export const runSpidCertificate = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) => handleSpidCertificate(settings, args))

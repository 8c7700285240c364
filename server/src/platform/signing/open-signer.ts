import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { type Settings, SettingsError } from '../settings/settings.ts'
import { detachedSignature } from './detached-signature.ts'
import { belongTogether } from './key-pair.ts'
import type { Sign } from './sign-pdf.ts'

/** Signs documents with the key of the office. */
export interface Signer {
  readonly sign: Sign
  /** The most bytes that a signature takes. */
  readonly bytes: number
}

/** The key of the office, where it has one. */
export interface OfficeKey {
  /** The signer at a time; undefined without a key, and while its certificate is not valid, of which the log warns. */
  readonly signerAt: (at: Date) => Signer | undefined
  /** Whether there is a key whose certificate is not valid at a time. */
  readonly isLapsed: (at: Date) => boolean
}

export const withoutKey: OfficeKey = { signerAt: () => undefined, isLapsed: () => false }

/** More than the names, digests and RSA signature of any signature take beside its certificates. */
const bytesWithoutCertificates = 4096
const day = 86_400_000
const warningDays = 60

/**
 * Opens the key of the settings with which documents are signed. Throws a SettingsError for a file that cannot be read and for
 * a key that does not match its certificate. An expired certificate stops neither the server nor a document: documents are
 * then written without a signature and do not mention one; the log warns at the start and with each document, and the desk sees it.
 */
export function openSigner(settings: Settings['signature'], clock: Clock, log: Logger): OfficeKey {
  if (!settings) return withoutKey
  const { key, chain } = readPair(settings)
  const [{ validFrom, validTo }] = chain
  const isValid = (at: Date) => new Date(validFrom) <= at && at < new Date(validTo)
  const signer: Signer = {
    sign: (content) => detachedSignature({ key, chain }, content),
    bytes: chain.reduce((sum, { raw }) => sum + raw.length, bytesWithoutCertificates),
  }
  const signerAt: OfficeKey['signerAt'] = (at) => {
    if (isValid(at)) return signer
    log.warn(
      { validFrom, validTo },
      'documents are not signed: the certificate (SIGNATURE_CERTIFICATE_FILE) is not valid',
    )
    return undefined
  }
  const daysLeft = Math.floor((new Date(validTo).getTime() - clock.now().getTime()) / day)
  if (signerAt(clock.now()) && daysLeft < warningDays)
    log.warn({ daysLeft }, 'the certificate for signatures (SIGNATURE_CERTIFICATE_FILE) expires soon')
  return { signerAt, isLapsed: (at) => !isValid(at) }
}

function readPair({ keyFile, certificateFile }: NonNullable<Settings['signature']>) {
  const key = read(keyFile, 'SIGNATURE_KEY_FILE')
  const certificates = read(certificateFile, 'SIGNATURE_CERTIFICATE_FILE')
  if (!belongTogether(key, certificates, ['rsa', 'ec']))
    throw new SettingsError(
      `${keyFile} (SIGNATURE_KEY_FILE) and ${certificateFile} (SIGNATURE_CERTIFICATE_FILE) must be an RSA or EC key and its certificate, in PEM.`,
    )
  return { key: createPrivateKey(key), chain: chainIn(certificates, certificateFile) }
}

function read(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${file} (${setting}) cannot be read: ${(error as Error).message}`)
  }
}

function chainIn(pem: string, file: string): readonly [X509Certificate, ...X509Certificate[]] {
  const [own = '', ...others] = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? []
  try {
    return [new X509Certificate(own), ...others.map((each) => new X509Certificate(each))]
  } catch {
    throw new SettingsError(`${file} (SIGNATURE_CERTIFICATE_FILE) must have certificates in PEM alone.`)
  }
}

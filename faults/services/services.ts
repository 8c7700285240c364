import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configureClamd, findClamd } from '../../server/test/clamd-server.ts'
import { createPart, type Part } from '../part.ts'

/** The servers that the portal uses besides the database: an antivirus, a mail server, a bucket. */
export interface Services {
  readonly parts: readonly Part[]
  /** The settings of the portal that name them. */
  readonly settings: Readonly<Record<string, string>>
  /** The Message-IDs of the mails that were delivered, in their order. */
  deliveries(): Promise<readonly string[]>
  /** Whether each of them takes connections. */
  areUp(): Promise<boolean>
}

const ports = { clamd: 3310, smtp: 2525, s3: 9000 } as const

const script = (name: string) => ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL(name, import.meta.url))]

/** Sets the servers up in a folder, to listen on an address. */
export async function createServices(folder: string, host: string): Promise<Services> {
  await mkdir(folder, { recursive: true })
  const delivered = join(folder, 'delivered')
  await writeFile(delivered, '')
  const log = (name: string) => join(folder, `${name}.log`)
  const node = (name: string, args: readonly string[]) =>
    createPart({ name, program: process.execPath, args, log: log(name) })
  const clamd = createPart({
    name: 'clamd',
    program: findClamd() ?? 'clamd',
    args: await configureClamd(folder, { host, port: ports.clamd }),
    log: log('clamd'),
  })
  return {
    parts: [
      clamd,
      node('smtp', [...script('./mail.ts'), delivered, host]),
      // Its lists of more than a thousand objects name their next page by a cipher that OpenSSL 3 calls old.
      node('s3', ['--openssl-legacy-provider', ...script('./bucket.ts'), folder, host]),
    ],
    settings: {
      CLAMD_URL: `tcp://${host}:${ports.clamd}`,
      SMTP_URL: `smtp://${host}:${ports.smtp}`,
      FILES_URL: `http://S3RVER:S3RVER@${host}:${ports.s3}/bucket?region=us-east-1`,
    },
    deliveries: async () => (await readFile(delivered, 'utf8')).split('\n').slice(0, -1),
    areUp: async () =>
      (await Promise.all(Object.values(ports).map((port) => takesConnections(host, port)))).every(Boolean),
  }
}

const takesConnections = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host, port }, () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

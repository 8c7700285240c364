import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url))

/** A machine of the installation: a loopback address and two folders in place of /etc/portale and /var/lib/portale. */
export interface Machine {
  readonly name: string
  /** In place of 10.20.0.11 to 13, where a network between this machine and the database is to be cut: the hosts from this one on. */
  readonly databaseFrom: number | undefined
  readonly address: string
  readonly etc: string
  readonly data: string
  /** The folder of what its parts print: on another disk than `data`, which a fault fills. */
  readonly logs: string
}

/** The network of the installation: in place of 10.20.0.N, as the files of `deploy/` name it, a loopback network of this run. */
export interface Network {
  readonly prefix: string
  addressOf(host: number): string
}

export function createNetwork(random: () => number = Math.random): Network {
  const part = () => 1 + Math.floor(random() * 250)
  const prefix = `127.${part()}.${part()}.`
  return { prefix, addressOf: (host) => `${prefix}${host}` }
}

/** Where a machine stands in the network, the folder of `deploy/` that it gets, and `databaseFrom` as in `Machine`. */
interface Place {
  readonly name: string
  readonly host: number
  readonly files: string
  readonly databaseFrom?: number
}

/** Sets a machine up as docs/operations.md says: the files of one folder of `deploy/`, with the addresses and folders of this run. */
export async function setUpMachine(
  folder: string,
  network: Network,
  { name, host, files, databaseFrom }: Place,
): Promise<Machine> {
  const machine = {
    name,
    address: network.addressOf(host),
    databaseFrom,
    etc: join(folder, name, 'etc'),
    data: join(folder, name, 'data'),
    logs: join(folder, name, 'logs'),
  }
  for (const path of [machine.etc, machine.data, machine.logs]) await mkdir(path, { recursive: true, mode: 0o755 })
  const source = join(deploy, files)
  for (const file of await readdir(source)) {
    const text = await readFile(join(source, file), 'utf8')
    const { mode } = await stat(join(source, file))
    await writeFile(join(machine.etc, file), placedOn(machine, network, text), { mode })
  }
  await cp(join(folder, 'tls', name), join(machine.etc, 'tls'), { recursive: true })
  return machine
}

const placedOn = ({ etc, data, address, databaseFrom = 11 }: Machine, { prefix }: Network, text: string) =>
  text
    .replaceAll('/etc/portale', etc)
    .replaceAll('/var/lib/portale', data)
    // On loopback every connection comes from 127.0.0.1.
    .replaceAll('10.20.0.0/24', '127.0.0.0/8')
    .replace(/10\.20\.0\.1([123])\b/g, (_address, member) => `${prefix}${databaseFrom + Number(member) - 1}`)
    .replaceAll('10.20.0.', prefix)
    .replaceAll('127.0.0.1', address)

/** The variables of files in the form of systemd's EnvironmentFile. */
export async function readEnvironment(machine: Machine, ...files: readonly string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(files.map((file) => readFile(join(machine.etc, file), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

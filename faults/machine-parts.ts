import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { unprivilegedAccount } from '../server/test/postgres-server.ts'
import { type Machine, readEnvironment } from './machine.ts'
import { createPart, type Part } from './part.ts'
import { programs } from './programs.ts'

export type Account = Awaited<ReturnType<typeof unprivilegedAccount>>

/** The parts of a database machine: a member of etcd, and Patroni, which starts PostgreSQL. */
export async function databaseParts(machine: Machine, account: Account): Promise<Part[]> {
  const { name, etc } = machine
  const member = await readEnvironment(machine, 'etcd.env', 'secrets.env', `${name}.env`)
  const log = (part: string) => join(machine.logs, `${part}.log`)
  const etcd = createPart({
    name: `${name} etcd`,
    program: programs.etcd,
    args: [],
    env: member,
    account,
    log: log('etcd'),
  })
  const patroni = createPart({
    name: `${name} patroni`,
    program: programs.patroni,
    args: [join(etc, 'patroni.yml')],
    env: { ...member, HOME: machine.data },
    account,
    log: log('patroni'),
    pidFile: join(machine.data, 'postgresql', 'postmaster.pid'),
  })
  return [etcd, patroni]
}

/** The parts of a portal machine before the portal itself. */
export async function poolParts(machine: Machine, account: Account): Promise<Part[]> {
  const { name, etc, logs } = machine
  const { PORTALE_PASSWORD } = await readEnvironment(machine, 'portale.env')
  const haproxy = createPart({
    name: `${name} haproxy`,
    program: programs.haproxy,
    args: ['-db', '-f', join(etc, 'database.cfg')],
    log: join(logs, 'haproxy.log'),
  })
  await writeFile(join(etc, 'users.txt'), `"portale" "${PORTALE_PASSWORD ?? 'change-me-6'}"\n`)
  const pgbouncer = createPart({
    name: `${name} pgbouncer`,
    program: programs.pgbouncer,
    args: [join(etc, 'pgbouncer.ini')],
    account,
    log: join(logs, 'pgbouncer.log'),
  })
  return [haproxy, pgbouncer]
}

/** The HAProxy before the portal, with a socket for orders, which Debian's own settings have too. */
export async function doorPart({ etc, data, logs }: Machine): Promise<Part> {
  const socket = join(etc, 'socket.cfg')
  await writeFile(socket, `global\n    stats socket ${join(data, 'door.sock')} mode 600 level admin\n`)
  return createPart({
    name: 'door',
    program: programs.haproxy,
    args: ['-db', '-f', socket, '-f', join(etc, 'door.cfg')],
    log: join(logs, 'haproxy.log'),
  })
}

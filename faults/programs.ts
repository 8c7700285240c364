import { existsSync } from 'node:fs'

/** The programs of an installation, where Debian's packages put them. */
// biome-ignore format: a table
export const programs = {
  etcd:      '/usr/bin/etcd',
  patroni:   '/usr/bin/patroni',
  haproxy:   '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
} as const

/** Files and the Debian package of each; Patroni speaks TLS with addresses only beside python3-idna. */
// biome-ignore format: a table
const packages: Readonly<Record<string, string>> = {
  [programs.etcd]:      'etcd-server',
  '/usr/bin/etcdctl':   'etcd-client',
  [programs.patroni]:   'patroni',
  '/usr/lib/python3/dist-packages/idna': 'python3-idna',
  [programs.haproxy]:   'haproxy',
  [programs.pgbouncer]: 'pgbouncer',
  '/usr/sbin/clamd':    'clamav-daemon',
  '/usr/bin/faketime':  'faketime',
}

/** The packages that this machine lacks. */
export const missingPrograms = () =>
  Object.entries(packages).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))

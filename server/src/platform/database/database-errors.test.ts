import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { appErrorOf } from '../http/errors.ts'
import { type DatabaseErrorKind, databaseErrorKind } from './database-errors.ts'

const sqlError = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })
const systemError = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more })

// biome-ignore format: a table
const cases: readonly (readonly [what: string, error: unknown, kind: DatabaseErrorKind | undefined, status: number])[] = [
  ['the connection is refused',            systemError('ECONNREFUSED'),                          'away',  503],
  ['the socket is missing',                systemError('ENOENT', { syscall: 'connect' }),        'away',  503],
  ['a file is missing',                    systemError('ENOENT', { syscall: 'open' }),           undefined, 500],
  ['the server ends',                      sqlError('57P01'),                                    'away',  503],
  ['the server crashed',                   sqlError('57P02'),                                    'away',  503],
  ['the server starts',                    sqlError('57P03'),                                    'away',  503],
  ['the connection broke in a statement',  new Error('Connection terminated unexpectedly'),      'away',  503],
  ['the connection broke before it',       new Error('Client has encountered a connection error and is not queryable'), 'away', 503],
  ['the connection was closed before it',  new Error('Client was closed and is not queryable'),  'away',  503],
  ['the socket was closed in writing',     systemError('ERR_STREAM_DESTROYED'),                  'away',  503],
  ['the pool waited too long',             new Error('timeout exceeded when trying to connect'), 'away',  503],
  ['the database is read-only',            sqlError('25006'),                                    'away',  503],
  ['the disk of PostgreSQL is full',       sqlError('53100'),                                    'full',  503],
  ['the disk of its journal is full',      new Error('could not write to file "pg_wal/xlogtemp": No space left on device'), 'full', 503],
  ['the disk of the server is full',       systemError('ENOSPC'),                                'full',  503],
  ['its cause is a full disk',             new Error('not stored', { cause: systemError('EDQUOT') }), 'full', 503],
  ['two transactions waited for each other', sqlError('40P01'),                                  'busy',  503],
  ['a text has U+0000',                    sqlError('22021'),                                    'input', 400],
  ['a row is still used',                  sqlError('23503'),                                    'referenced', 500],
  ['a statement is wrong',                 sqlError('42601'),                                    undefined, 500],
  ['it is no error of the database',       new TypeError('x is undefined'),                      undefined, 500],
]

describe('an error of the database', () => {
  test.each(cases)('where %s', (_what, error, kind, status) => {
    expect(databaseErrorKind(error)).toBe(kind)
    expect(appErrorOf(error as never).status).toBe(status)
  })

  test('with 503 says when to try again', () => {
    for (const [, error, , status] of cases)
      if (status === 503) expect(appErrorOf(error as never).details.headers).toHaveProperty('retry-after')
  })
})

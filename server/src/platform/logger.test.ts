import { PassThrough } from 'node:stream'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

/** What the logger writes for an error. */
function logged(error: Error): string {
  const stream = new PassThrough()
  createLogger('info', stream).error({ err: error, req: { url: '/?q=segreto' } }, 'call failed')
  return String(stream.read())
}

test('logs an error of our own with its message and its place, without addresses', () => {
  const line = logged(new Error('no queue for vittima@example.it here'))
  expect(line).toContain('no queue for … here')
  expect(line).toContain('logger.test.ts')
  expect(line).not.toContain('segreto')
})

test('logs an error of a mail server by its code, without its message', () => {
  const error = Object.assign(new Error("Can't send: 550 <vittima@example.it>: Mario Rossi unknown"), {
    code: 'EENVELOPE',
    responseCode: 550,
  })
  const line = logged(error)
  expect(line).toContain('EENVELOPE')
  expect(line).toContain('550')
  expect(line).not.toMatch(/vittima|Rossi/)
})

test('logs an error of the database by code, table and constraint, without its values', () => {
  const error = new pg.DatabaseError('Key (mail)=(vittima@example.it) exists', 1, 'error')
  Object.assign(error, {
    code: '23505',
    severity: 'ERROR',
    table: 'users',
    constraint: 'users_mail',
    detail: 'Key (mail)=(vittima@example.it)',
  })
  const line = logged(error)
  expect(line).toContain('users_mail')
  expect(line).not.toContain('vittima')
})

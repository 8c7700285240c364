import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createLogger } from '#platform/logger.ts'
import { endOnFatalErrors } from './fatal-errors.ts'

function watched() {
  const source = new EventEmitter()
  const lines: string[] = []
  const ends: number[] = []
  endOnFatalErrors(source, {
    log: createLogger('info', { write: (line) => lines.push(line) }),
    end: async (code) => {
      ends.push(code)
    },
    exit: () => {},
  })
  return { source, lines, ends }
}

test.each(['unhandledRejection', 'uncaughtException'])('%s is logged with its cause and ends the process', (event) => {
  const { source, lines, ends } = watched()
  source.emit(event, new Error('no more pages', { cause: new Error('the disk is gone') }))
  expect(ends).toEqual([1])
  expect(lines.join()).toContain('no more pages')
  expect(lines.join()).toContain('the disk is gone')
})

test('a query of the job queue while the database is away does not end the process', () => {
  const { source, lines, ends } = watched()
  source.emit('unhandledRejection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect(ends).toEqual([])
  expect(lines.join()).toContain('job queue')
})

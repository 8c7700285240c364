import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { OutcomeUnknownError } from '../database/database-errors.ts'
import { answerErrors } from './errors.ts'

const connectionLost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

async function answerTo(method: 'GET' | 'POST', error: Error) {
  const app = fastify()
  answerErrors(app)
  app.route({ method, url: '/', handler: () => Promise.reject(error) })
  const { statusCode, headers, body } = await app.inject({ method, url: '/' })
  return { status: statusCode, code: JSON.parse(body).errorCode, retryAfter: headers['retry-after'] }
}

test.each([
  ['a write without an answer', 'POST', new OutcomeUnknownError(connectionLost()), 'esito_ignoto', undefined],
  [
    'a read that wrote something by the way',
    'GET',
    new OutcomeUnknownError(connectionLost()),
    'servizio_non_disponibile',
    '5',
  ],
  ['a write that was not carried out', 'POST', connectionLost(), 'servizio_non_disponibile', '5'],
] as const)(
  '%s, when the connection to the database is lost, says what is known',
  async (_name, method, error, code, retryAfter) => {
    expect(await answerTo(method, error)).toEqual({ status: 503, code, retryAfter })
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('a report on a full disk is answered 503 with the sentence and a time, and is accepted once there is room', async () => {
  const { pool } = portal.database
  await pool.query(`
    create function fill_disk() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
    end $$;
    create trigger fill_disk before insert on reports execute function fill_disk()`)
  const key = { 'idempotency-key': 'a-report-on-a-full-disk' }
  const send = () => portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(), key)
  const refused = await send()
  expect(refused).toMatchObject({ status: 503, body: { errorCode: 'servizio_non_disponibile' } })
  expect(refused.body.result.descrizione).toBe('Il servizio non è disponibile in questo momento: riprova tra poco')
  expect(refused.headers['retry-after']).toBe('60')
  expect((await pool.query('select from cases')).rows).toEqual([])
  await pool.query('drop trigger fill_disk on reports')
  expect((await send()).status).toBe(200)
})

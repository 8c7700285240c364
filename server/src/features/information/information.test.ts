import { getInformation } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('every user sees the running version and the deadlines in force', async () => {
  const information = await (await portal.as('registerOperator')).call(getInformation)
  expect(information).toEqual({ version: expect.stringMatching(/\S/), takeDays: 7, closeDays: 90 })
})

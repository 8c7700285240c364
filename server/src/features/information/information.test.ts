import { getInformation } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('whoever works here is told which version runs, and the terms in force', async () => {
  const told = await (await portal.as('registerOperator')).call(getInformation)
  expect(told).toEqual({ version: expect.stringMatching(/\S/), takeDays: 7, closeDays: 90 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { taxCodeNumber } from '../../../../test/make.ts'
import { uploadColumns } from './upload.rules.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ withJobs: true })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())

const path = '/v1/admin/batch-utenze'
const rows = 5000
const names = ['Zenobia', 'Gianfranco', 'Aïcha', 'Maria Teresa', 'Luca']
const person = (number: number) =>
  [
    ...[taxCodeNumber(number), names[number % names.length], `Quattrocchi${number}`, `caricata.${number}@example.it`],
    ...['0612345678', '2026-11-20', '1', 'ACLOP1|ACLOP2'],
  ].join(';')

test('5,000 accounts are added without blocking other calls for long', async () => {
  const file = [uploadColumns.join(';'), ...Array.from({ length: rows }, (_, number) => person(number))].join('\n')
  const body = { nome_file: 'utenze.csv', contenuto: Buffer.from(file).toString('base64') }
  let isOver = false
  const waits: number[] = []
  const poll = async () => {
    while (!isOver) {
      const began = performance.now()
      await portal.visitor.raw('GET', '/v1/mock')
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const polling = poll()
  const began = performance.now()
  const { body: answer } = await manager.raw('POST', path, body)
  const answered = performance.now() - began
  expect(answer.result).toMatchObject({ righe: rows, valide: rows, errori_totali: 0 })
  const run = async () => (await manager.raw('GET', `${path}/stato`)).body.result.esecuzione
  await expect.poll(async () => (await run()).data_fine, { timeout: 300_000, interval: 250 }).toBeDefined()
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await polling
  expect((await run()).caricate).toBe(rows)
  const longest = Math.max(...waits)
  const sorted = [...waits].sort((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  process.stderr.write(
    `upload of ${rows}: answered in ${answered.toFixed(0)} ms, done in ${seconds.toFixed(1)} s; ` +
      `other calls waited ${median.toFixed(0)} ms, at most ${longest.toFixed(0)} ms (${waits.length} calls)\n`,
  )
  expect(longest).toBeLessThan(1000)
})

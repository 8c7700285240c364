import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { drawDigits, imageSize } from './draw-digits.ts'

/** A pseudorandom generator, deterministic by seed. */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

async function darkShare(png: Buffer): Promise<number> {
  const canvas = createCanvas(imageSize.width, imageSize.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(await loadImage(png), 0, 0)
  const { data } = pen.getImageData(0, 0, imageSize.width, imageSize.height)
  let dark = 0
  for (let index = 0; index < data.length; index += 4)
    if ((data[index] ?? 0) + (data[index + 1] ?? 0) + (data[index + 2] ?? 0) < 300) dark += 1
  return (dark * 4) / data.length
}

test('a challenge is drawn as a PNG of twice the size on the page', async () => {
  const png = await drawDigits('482913', Math.random)
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([560, 180])
  expect(png.length).toBeLessThan(120_000)
})

test('the same digits look different each time', async () => {
  const pngs = await Promise.all(Array.from({ length: 5 }, () => drawDigits('482913', Math.random)))
  expect(new Set(pngs.map((png) => png.toString('base64'))).size).toBe(5)
})

test('the digits are drawn besides the lines: more digits need more ink', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const [none, one, six] = await Promise.all(['', '8', '888888'].map((digits) => drawDigits(digits, seeded(seed))))
    const [without, few, many] = await Promise.all([none, one, six].map((png) => darkShare(png ?? Buffer.alloc(0))))
    expect(few).toBeGreaterThan((without ?? 1) + 0.005)
    expect(many).toBeGreaterThan((few ?? 1) + 0.03)
  }
})

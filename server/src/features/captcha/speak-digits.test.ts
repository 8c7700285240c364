import { readFileSync } from 'node:fs'
import { languages } from '@portal/contract'
import { expect, test } from 'vitest'
import { createSpeaker, sampleRate } from './speak-digits.ts'

const folder = new URL('../../../assets/captcha/', import.meta.url)
const speaker = createSpeaker(folder)
const clip = (language: string, digit: number) => readFileSync(new URL(`${language}/${digit}.wav`, folder))

/** The loudness per tenth of a second. */
function loudness(wav: Buffer): number[] {
  const step = sampleRate / 10
  return Array.from({ length: Math.floor((wav.length - 44) / step) }, (_, index) => {
    const part = wav.subarray(44 + Math.round(index * step), 44 + Math.round((index + 1) * step))
    return Math.sqrt(part.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0) / part.length)
  })
}

/** Counts spoken digits: onsets of the voice after at least 0.4 seconds of silence; pauses last half a second. */
function voicesIn(wav: Buffer): number {
  const isHeard = loudness(wav).map((power) => power > 0.05)
  return isHeard.filter((heard, index) => heard && !isHeard.slice(Math.max(0, index - 4), index).some(Boolean)).length
}

test.each(languages)('%s: a WAV of 10 to 20 seconds with every digit twice', async (language) => {
  const wav = await speaker.speak('390517', language, Math.random)
  expect(wav.subarray(0, 4).toString()).toBe('RIFF')
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
  expect(wav.subarray(8, 16).toString()).toBe('WAVEfmt ')
  expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
    1,
    1,
    sampleRate,
    8,
  ])
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
  const seconds = (wav.length - 44) / sampleRate
  expect(seconds).toBeGreaterThan(10)
  expect(seconds).toBeLessThan(20)
  expect(voicesIn(wav)).toBe(12)
})

test('the same digits sound different each time', async () => {
  const said = await Promise.all(Array.from({ length: 4 }, () => speaker.speak('390517', 'it', Math.random)))
  expect(new Set(said.map((wav) => wav.toString('base64'))).size).toBe(4)
})

test('the voice is far louder than the noise', async () => {
  const powers = loudness(await speaker.speak('111111', 'en', Math.random)).sort((a, b) => a - b)
  const quiet = powers[Math.floor(powers.length * 0.2)] ?? 1
  const loud = powers[Math.floor(powers.length * 0.9)] ?? 0
  expect(loud / quiet).toBeGreaterThan(5)
})

test('each language has its own clip for each digit', () => {
  const clips = languages.flatMap((language) => Array.from({ length: 10 }, (_, digit) => clip(language, digit)))
  expect(new Set(clips.map((bytes) => bytes.toString('base64'))).size).toBe(60)
  expect(clips.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(400_000)
})

/**
 * Creates the spoken digits of the audio captcha in every language of the site with espeak-ng (Debian: espeak-ng). It is a
 * developer tool: the server concatenates the clips in server/assets/captcha and needs no speech program.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = new URL('../server/assets/captcha/', import.meta.url).pathname
// Not `en-gb` or `fr-fr`: some builds do not know them and silently keep the previous voice.
const voices = ['it', 'en', 'fr', 'es', 'ar', 'ur']
const wordsPerMinute = 125
const spokenRate = 22_050
/** Low-pass filter at a quarter of the spoken rate, so that half of the samples can be dropped. */
const taps = Array.from({ length: 31 }, (_, index) => {
  const place = index - 15
  const sinc = place === 0 ? 0.5 : Math.sin((Math.PI * place) / 2) / (Math.PI * place)
  return sinc * (0.54 + 0.46 * Math.cos((Math.PI * place) / 15))
})

const scratch = mkdtempSync(join(tmpdir(), 'clips-'))
const digests = new Map()
let total = 0
for (const voice of voices) {
  mkdirSync(join(folder, voice), { recursive: true })
  for (let digit = 0; digit < 10; digit++) {
    const file = join(scratch, 'spoken.wav')
    execFileSync('espeak-ng', ['-v', voice, '-s', String(wordsPerMinute), '-w', file, String(digit)])
    const clip = wavOf(normalizeLoudness(trimSilence(halveRate(samplesOf(readFileSync(file))))))
    const digest = createHash('sha256').update(clip).digest('hex')
    if (digests.has(digest)) throw new Error(`${voice} speaks ${digit} exactly as ${digests.get(digest)}`)
    digests.set(digest, `${voice} ${digit}`)
    writeFileSync(join(folder, voice, `${digit}.wav`), clip)
    total += clip.length
  }
}
rmSync(scratch, { recursive: true })
process.stdout.write(`${digests.size} clips, ${Math.round(total / 1024)} kB\n`)

/** The samples of a 16-bit mono file, from −1 to 1; espeak-ng does not write the length of the data. */
function samplesOf(wav) {
  if (wav.readUInt32LE(24) !== spokenRate) throw new Error(`espeak-ng spoke at ${wav.readUInt32LE(24)} Hz`)
  const data = wav.subarray(wav.indexOf('data') + 8)
  return Float64Array.from({ length: data.length >> 1 }, (_, index) => data.readInt16LE(index * 2) / 32_768)
}

/** Halves the sample rate, after the low-pass filter. */
function halveRate(samples) {
  return Float64Array.from({ length: samples.length >> 1 }, (_, index) =>
    taps.reduce((sum, tap, place) => sum + tap * (samples[index * 2 + place - 15] ?? 0), 0),
  )
}

/** Cuts the silence before and after; 20 ms of it stay to avoid clicks. */
function trimSilence(samples) {
  const peak = Math.max(...samples.map(Math.abs))
  const isAudible = (sample) => Math.abs(sample) > peak * 0.02
  const margin = 220
  return samples.slice(Math.max(0, samples.findIndex(isAudible) - margin), samples.findLastIndex(isAudible) + margin)
}

/** Scales a digit to about the same loudness as the others. */
function normalizeLoudness(samples) {
  const power = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
  const gain = Math.min(0.16 / power, 0.95 / Math.max(...samples.map(Math.abs)))
  return samples.map((sample) => sample * gain)
}

/** A WAV file with 8 bits, mono. */
function wavOf(samples) {
  const rate = spokenRate / 2
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, Buffer.from(Array.from(samples, (sample) => Math.round(128 + sample * 127)))])
}

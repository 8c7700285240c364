import { readFile } from 'node:fs/promises'
import type { Language } from '@portal/contract'

/** Samples per second, the same as in the clips. */
export const sampleRate = 11_025
const headBytes = 44

type Random = () => number

/** What the worker thread speaks. */
export interface SpeechRequest {
  readonly digits: string
  readonly language: Language
  /** URL of the folder of clips. */
  readonly clips: string
}

const speakers = new Map<string, ReturnType<typeof createSpeaker>>()

/** Speaks digits as WAV; the entry point of the worker thread, which reads each clip once. */
export async function speakCaptcha({ digits, language, clips }: SpeechRequest): Promise<Uint8Array> {
  const speaker = speakers.get(clips) ?? createSpeaker(new URL(clips))
  speakers.set(clips, speaker)
  return speaker.speak(digits, language, Math.random)
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low)
const silence = (seconds: number) => new Float64Array(Math.round(seconds * sampleRate))

/**
 * Speaks the digits twice, with pauses, at random pitches and over soft noise. `folder` holds one WAV (8 bits, mono) per
 * language and digit, made by `scripts/make-captcha-clips.mjs`.
 */
export function createSpeaker(folder: URL) {
  const voices = new Map<Language, Promise<Float64Array[]>>()
  const voiceOf = (language: Language) => {
    const cached = voices.get(language)
    if (cached !== undefined) return cached
    const loading = Promise.all(Array.from({ length: 10 }, (_, digit) => readClip(folder, language, digit)))
    voices.set(language, loading)
    // A failed read is retried at the next call.
    loading.catch(() => voices.delete(language))
    return loading
  }
  return {
    /** A WAV of about 15 seconds. */
    async speak(digits: string, language: Language, random: Random): Promise<Buffer> {
      const voice = await voiceOf(language)
      const once = (): Float64Array[] =>
        [...digits].flatMap((digit) => {
          const clip = voice[Number(digit)] ?? silence(0)
          return [
            atPitch(clip, between(random, 0.92, 1.07), between(random, 0.8, 1)),
            silence(between(random, 0.5, 0.8)),
          ]
        })
      return wavOf(overNoise([silence(0.6), ...once(), silence(1.2), ...once()], random))
    },
  }
}

async function readClip(folder: URL, language: Language, digit: number): Promise<Float64Array> {
  const bytes = await readFile(new URL(`${language}/${digit}.wav`, folder))
  return Float64Array.from(bytes.subarray(headBytes), (sample) => (sample - 128) / 128)
}

/** Resamples a clip by linear interpolation: a higher speed raises the pitch. */
function atPitch(clip: Float64Array, speed: number, loudness: number): Float64Array {
  const resampled = new Float64Array(Math.floor((clip.length - 1) / speed))
  for (let index = 0; index < resampled.length; index++) {
    const at = index * speed
    const before = Math.floor(at)
    const low = clip[before] ?? 0
    resampled[index] = loudness * (low + (at - before) * ((clip[before + 1] ?? low) - low))
  }
  return resampled
}

/** Joins the parts and adds low-pass noise of varying loudness, far below the voice. */
function overNoise(parts: readonly Float64Array[], random: Random): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  const wave = (between(random, 0.4, 0.9) * 2 * Math.PI) / sampleRate
  let murmur = 0
  for (let index = 0; index < all.length; index++) {
    murmur = 0.85 * murmur + 0.15 * (random() * 2 - 1)
    all[index] = (all[index] ?? 0) + murmur * (0.09 + 0.04 * Math.sin(index * wave))
  }
  return all
}

/** A WAV file: PCM, 8 bits, mono. */
function wavOf(samples: Float64Array): Buffer {
  const wav = Buffer.alloc(headBytes + samples.length)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples.length, 40)
  for (let index = 0; index < samples.length; index++)
    wav[headBytes + index] = Math.max(0, Math.min(255, Math.round(128 + (samples[index] ?? 0) * 127)))
  return wav
}

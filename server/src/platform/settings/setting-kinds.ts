import { type MatchWeights, type RegistryKind, weightsOf } from '@portal/contract'
import * as z from 'zod/mini'
import { bucketFormat, parseBucket } from '../files/parse-bucket.ts'
import { parseKey } from '../protection/parse-key.ts'

/** Declaration of a setting: its purpose, its default, and how its text is read. */
export interface Setting<T> {
  readonly about: string
  readonly fallback: string | undefined
  /** The setting of the same text in Italian; once that is set, this one has no default. */
  readonly translates?: string
  /** Messages never repeat the value. */
  readonly isSecret?: true
  /** Returns the value, or a phrase that says what is expected. */
  readonly read: (text: string) => T | { expected: string }
}

export const expected = (sentence: string) => ({ expected: sentence })
export const isExpected = (value: unknown): value is { expected: string } =>
  typeof value === 'object' && value !== null && 'expected' in value

export const text = (about: string, fallback?: string): Setting<string> => ({ about, fallback, read: (value) => value })

export const whole = (about: string, fallback: number, min: number, max: number): Setting<number> => ({
  about,
  fallback: String(fallback),
  read: (value) =>
    /^[0-9]+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : expected(`a whole number from ${min} to ${max}`),
})

export const oneOf = <const T extends string>(about: string, choices: readonly T[], fallback?: T): Setting<T> => ({
  about,
  fallback,
  read: (value) => choices.find((choice) => choice === value) ?? expected(`one of: ${choices.join(', ')}`),
})

/** Some of the choices, separated by commas. */
export const someOf = <const T extends string>(
  about: string,
  choices: readonly T[],
  fallback: string,
): Setting<readonly T[]> => ({
  about,
  fallback,
  read: (value) => {
    const words = value.split(',').map((word) => word.trim())
    const chosen = choices.filter((choice) => words.includes(choice))
    return chosen.length === new Set(words).size ? chosen : expected(`one or more of: ${choices.join(', ')}`)
  },
})

export const url = (about: string, protocols: readonly string[], fallback?: string): Setting<string> => ({
  about,
  fallback,
  read: (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : expected(`an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`),
})

export const key = (about: string): Setting<Buffer> => ({
  about,
  fallback: undefined,
  isSecret: true,
  read: (value) => parseKey(value) ?? expected('32 bytes in base64'),
})

export const bucket = (about: string): Setting<string> => ({
  about,
  fallback: undefined,
  isSecret: true,
  read: (value) => (parseBucket(value) ? value : expected(bucketFormat)),
})

export const postgres = (about: string): Setting<string> => ({
  about,
  fallback: undefined,
  // Not `URL`: the address of a local socket has no host.
  read: (value) =>
    /^postgres(ql)?:\/\/\S+$/.test(value) ? value : expected('an address that starts with postgres://'),
})

export const json = <T>(about: string, schema: z.ZodMiniType<T>, fallback: string): Setting<T> => ({
  about,
  fallback,
  read: (value) => {
    try {
      const parsed = z.safeParse(schema, JSON.parse(value))
      return parsed.success ? parsed.data : expected('JSON as documented')
    } catch {
      return expected('JSON')
    }
  },
})

/** Weights by which records of the registry are compared. */
export const weights = (about: string): Setting<Readonly<Record<RegistryKind, MatchWeights>>> => ({
  about,
  fallback: '{}',
  read: (value) => weightsOf(value) ?? expected('JSON with weights from -50 to 50 for facts and outcomes that exist'),
})

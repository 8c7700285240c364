import type { FieldKind } from './field.ts'
import type { Fields } from './form.ts'

/** Kinds whose values are personal data: names, contacts, VAT numbers, narrative. They are stored sealed. */
const sealedKinds = [
  'text',
  'longText',
  'email',
  'phone',
  'vatNumber',
  'organisationNumber',
  'taxCode',
] as const satisfies readonly FieldKind[]

/** The fields of a form that are stored sealed: by their kind, or because they are marked personal. */
export type SealedKeyOf<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { kind: (typeof sealedKinds)[number] } | { personal: true } ? K : never
}[keyof F & string]

export const sealedKeysOf = <F extends Fields>(fields: F) =>
  Object.keys(fields).filter((key) => {
    const field = fields[key]
    return field?.personal || sealedKinds.some((kind) => kind === field?.kind)
  }) as SealedKeyOf<F>[]

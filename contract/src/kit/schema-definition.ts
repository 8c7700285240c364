import type * as z from 'zod/mini'

/** What the definition of a schema may have, by its type; each member is there only for the types that have it. */
export interface SchemaDefinition {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: Readonly<Record<string, unknown>> } }[]
  readonly shape: Readonly<Record<string, z.ZodMiniType>>
  readonly entries: Readonly<Record<string, string | number>>
  readonly values: readonly (string | number | boolean | null)[]
  readonly options: readonly z.ZodMiniType[]
  readonly element: z.ZodMiniType
  readonly innerType: z.ZodMiniType
  readonly keyType: z.ZodMiniType
  readonly valueType: z.ZodMiniType
  readonly in: z.ZodMiniType
  readonly out: z.ZodMiniType
  readonly reverseTransform?: (value: unknown) => unknown
}

/** The definition of a schema; zod types it for each kind of schema apart, of which a walk over all kinds knows none. */
export const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as SchemaDefinition

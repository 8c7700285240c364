import type { CrossRule, Fields, Form, FormOf, Step, Use, ValuesOf } from './form.ts'

/** The fields of a form `B` without those of `W`, and with those of `E`, which are new or replace fields of the same key. */
type Extended<B extends Fields, E extends Fields, W> = Omit<B, keyof E | (W & string)> & E
type Unplaced<B, E, S extends readonly Step<never>[]> = Exclude<
  keyof E & string,
  keyof B | S[number]['fields'][number]['key']
>

interface Changes<B, V> {
  /** Changes of the uses of fields: for example which ones are required here. */
  readonly uses?: { readonly [K in keyof B & string]?: Partial<Omit<Use<V>, 'key'>> }
  /** Added to the rules of the base. */
  readonly rules?: readonly CrossRule<V>[]
}

/**
 * Declares a form that is another one with fields added, changed or left out (with the rules that are reported at them). The
 * steps place the new fields: at the end of the step with the same id, or in a step of their own. A declaration that leaves a
 * new field out of every step does not compile.
 */
export function extendForm<B extends Fields, E extends Fields, const W extends keyof B & string = never>(
  base: FormOf<B>,
  fields: E,
  without: readonly W[] = [],
) {
  type V = ValuesOf<Extended<B, E, W>>
  const isIn = (key: string) => !without.some((one) => one === key)
  return <const S extends readonly Step<V>[]>(
    steps: S & ([Unplaced<B, E, S>] extends [never] ? unknown : { missing: Unplaced<B, E, S> }),
    { uses = {}, rules = [] }: Changes<B, V> = {},
  ) => {
    const own = (base as Form<V>).steps.map((step) => ({
      id: step.id,
      fields: [
        ...step.fields.filter(({ key }) => isIn(key)).map((use) => ({ ...use, ...uses[use.key as keyof typeof uses] })),
        ...steps.filter(({ id }) => id === step.id).flatMap((added) => added.fields),
      ],
    }))
    // The keys were filtered as values, which types cannot follow.
    return {
      ...base,
      fields: { ...Object.fromEntries(Object.entries(base.fields).filter(([key]) => isIn(key))), ...fields },
      steps: [
        ...own.filter((step) => step.fields.length > 0),
        ...steps.filter(({ id }) => !own.some((step) => step.id === id)),
      ],
      rules: [...(base as Form<V>).rules.filter(({ at }) => isIn(at)), ...rules],
    } as unknown as FormOf<Extended<B, E, W>>
  }
}

import {
  comparePersonForm,
  findDuplicateOrganisations,
  findDuplicatePeople,
  getPair,
  keepApart,
  mergeRecords,
  type PossibleDuplicate,
  type RegistryKind,
  undoMerge,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#lib/api/call.ts'
import { formOf, type RecordValues } from '../registry-kinds.ts'

const finders = { person: findDuplicatePeople, organisation: findDuplicateOrganisations } as const

/** The records that may be the one that is about to be saved, the likeliest first; `id` is its own, where it has one. */
export async function findDuplicates(
  kind: RegistryKind,
  values: RecordValues,
  id?: number,
): Promise<readonly PossibleDuplicate[]> {
  const form = formOf(kind)
  const own = id === undefined ? {} : { [comparePersonForm.fields.recordId.wire]: id }
  return (await call(finders[kind], { wire: { ...writeWire(form, withoutHidden(form, values)), ...own } })).rows
}

export const pairQuery = (id: number) =>
  queryOptions({
    queryKey: ['registry', 'pairs', id],
    queryFn: ({ signal }) => call(getPair, { params: { id } }, { signal }),
    meta: { isHandled: true },
  })

/** Notes that a record and others are not of one person. */
export const noteDifferent = (kind: RegistryKind, id: number, others: readonly number[]) =>
  call(keepApart, { body: { kind, id, others: [...others] } })

/** Calls that change records: afterwards everything of the registry is read again. */
export function useRegistryCall<I, R>(mutationFn: (input: I) => Promise<R>) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['registry'] }),
  })
}

type BodyOf<E extends { readonly body: z.ZodMiniType }> = z.output<E['body']>

export const useMerge = () => useRegistryCall((body: BodyOf<typeof mergeRecords>) => call(mergeRecords, { body }))
export const useUndo = () => useRegistryCall((body: BodyOf<typeof undoMerge>) => call(undoMerge, { body }))
export const useKeepApart = (kind: RegistryKind) =>
  useRegistryCall(({ id, others }: { id: number; others: readonly number[] }) => noteDifferent(kind, id, others))

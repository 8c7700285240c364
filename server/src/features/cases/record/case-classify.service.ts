import type { CaseDetail, CaseValues, ClassifiedField } from '@portal/contract'
import type { Caller } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { normalizeCaseValues } from './case-input.ts'
import { caseRecord } from './case-record.ts'
import { valuesOf } from './case-values.ts'

interface Classification {
  readonly id: number
  readonly version: number
  readonly field: ClassifiedField
  readonly choiceId?: number | undefined
  readonly subGroundId?: number | undefined
}

/** The grounds with another main ground; without one, those that remain. */
function withMainGround(
  { grounds = [] }: CaseValues,
  { choiceId, subGroundId }: Classification,
): NonNullable<CaseValues['grounds']> {
  const others = grounds
    .filter(({ priority }) => priority !== 0)
    .filter((one) => one.groundId !== choiceId || one.subGroundId !== subGroundId)
  const main = choiceId === undefined ? [] : [{ groundId: choiceId, ...(subGroundId && { subGroundId }), priority: 0 }]
  return [...main, ...others]
}

/** The values of a case with one field of its classification set. The contexts belong to the field of life. */
function classified(values: CaseValues, wanted: Classification): CaseValues {
  const { field, choiceId } = wanted
  if (field === 'ground') {
    const grounds = withMainGround(values, wanted)
    return { ...values, grounds: grounds.length > 0 ? grounds : undefined }
  }
  const hasOtherContexts = field === 'fieldId' && choiceId !== values.fieldId
  return { ...values, [field]: choiceId, ...(hasOtherContexts && { contexts: undefined }) }
}

const withoutAbsent = (values: CaseValues): CaseValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Sets one field of the classification of a case; throws 409 unless `version` is its current version. */
export const classifyCase = (needs: CaseNeeds, wanted: Classification, caller: Caller): Promise<CaseDetail> => {
  const { id, version } = wanted
  return caseRecord.save(
    needs,
    { id, version, valuesFrom: (row) => normalizeCaseValues(withoutAbsent(classified(valuesOf(row), wanted))) },
    caller,
  )
}

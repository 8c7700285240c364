import { type CaseDraft, type CaseKey, type CaseValues, caseForm, type Person, profiles } from '@portal/contract'
import { draftOf, unitOf } from '../record/case-draft.ts'
import type { EntryDraft } from './case-new-form.ts'

/** What a case says about the role of its reporter, which may differ from case to case. */
const ownOfCase: readonly string[] = ['profile', 'anonymous']

const reporterKeys = caseForm.steps
  .flatMap(({ fields }) => fields)
  .filter(({ group, key }) => group === 'reporter' && !ownOfCase.includes(key))
  .map(({ key }): CaseKey => key)
  .concat('language')

const among = (draft: CaseDraft, keys: readonly CaseKey[]): CaseDraft =>
  Object.fromEntries(keys.flatMap((key) => (draft[key] === undefined ? [] : [[key, draft[key]]])))

/** The reporter of an earlier case, as a draft. */
export function reporterOf(values: CaseValues): EntryDraft {
  const reporter = among(draftOf(values), reporterKeys)
  return values.profile === profiles.association ? { ...reporter, profile: values.profile } : reporter
}

/** A person of the registry as the reporter of a case, as a draft. */
export const reporterFrom = (id: number, { taxCode, ...person }: Person): EntryDraft =>
  among(draftOf({ ...person, reporterTaxCode: taxCode, reporterPersonId: id } as CaseValues), reporterKeys)

/** A name is taken as the office spelled it; what else the user has typed is newer. */
const spelledKeys: readonly CaseKey[] = ['firstName', 'lastName', 'organisationName', 'reporterPersonId']

/** What changes in a draft that takes over a reporter: names, and what is still empty. A place is taken whole or not at all. */
export function takenInto(draft: EntryDraft, reporter: EntryDraft): EntryDraft {
  const isFree = (key: CaseKey) => unitOf(key).every((one) => draft[one] === undefined || draft[one] === '')
  const keys = Object.keys(reporter) as CaseKey[]
  return among(
    reporter,
    keys.filter((key) => spelledKeys.includes(key) || isFree(key)),
  )
}

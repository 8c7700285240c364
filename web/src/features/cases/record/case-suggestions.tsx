import { type CaseDetail, isReadOnly, mayWriteRegistry, unlinkedPeopleOf } from '@portal/contract'
import { SuggestionNote } from '#features/registry/index.ts'
import { useUser } from '#lib/session/current-user.ts'

interface Props {
  readonly record: CaseDetail
  /** The group of fields above which the note stands. */
  readonly group: string | undefined
}

/**
 * Says at the reporter or the victim of a case that the registry may have them; nothing where they are linked or anonymous, or where
 * nobody can edit the case.
 */
export function CaseSuggestions({ record: { id, status, values, pseudonymisedAt }, group }: Props) {
  const { selectedRole } = useUser()
  const part = unlinkedPeopleOf(values).find(({ source }) => source === group)?.source
  if (!part || isReadOnly(status) || pseudonymisedAt || !mayWriteRegistry(selectedRole)) return null
  return <SuggestionNote caseId={id} source={part} />
}

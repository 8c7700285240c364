import type { RegistryKind } from '@portal/contract'
import { AssociationsOfRecord } from '#features/associations/list/associations-of-record.tsx'
import { auditSource } from '#features/audit/audit-list.ts'
import { DocumentsOfRecord } from '#features/cases/documents/documents-of-record.tsx'
import { CasesOfRecord } from '#features/cases/list/cases-of-record.tsx'
import { RecordPage as Page } from '#features/registry/record-page.tsx'
import { listHref } from '#list/list-address.ts'

const readersHref = (recordKind: RegistryKind, recordId: number) =>
  listHref(auditSource, { filters: { recordKind, recordId } })

/** A registry record with all that the office knows of it: its cases, its associations, its history and its readers. */
export const RecordPage = () => (
  <Page
    renderCases={(kind, id) => (
      <>
        <CasesOfRecord kind={kind} id={id} />
        <DocumentsOfRecord kind={kind} id={id} />
      </>
    )}
    renderAssociations={(kind, code) => <AssociationsOfRecord kind={kind} code={code} />}
    readersHref={readersHref}
  />
)

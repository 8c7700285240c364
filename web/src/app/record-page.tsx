import { CasesOfRecord } from '#features/cases/list/cases-of-record.tsx'
import { RecordPage as Page } from '#features/registry/record-page.tsx'

/** A registry record, and the cases that refer to it. */
export const RecordPage = () => <Page renderCases={(kind, id) => <CasesOfRecord kind={kind} id={id} />} />

import { getCaseSheet, getRedactedCaseSheet } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { CaseSheets } from './case-sheet.service.ts'

export function serveCaseSheets(serve: Serve, { caseSheets: sheets }: { readonly caseSheets: CaseSheets }) {
  serve(getCaseSheet, ({ params }, caller) => sheets.whole(params.id, caller))
  serve(getRedactedCaseSheet, ({ params, body }, caller) => sheets.redacted(params.id, body.parts, caller))
}

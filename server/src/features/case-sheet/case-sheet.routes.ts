import { getCaseSheet, getInPersonRecord, getInPersonRecordWord, getRedactedCaseSheet } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { CaseSheets } from './case-sheet.service.ts'

export function serveCaseSheets(serve: Serve, { caseSheets: sheets }: { readonly caseSheets: CaseSheets }) {
  serve(getCaseSheet, ({ params, query }, caller) => sheets.whole(params.id, { format: query.format, caller }))
  serve(getInPersonRecord, ({ params, query }, caller) => sheets.inPerson(params.id, { format: query.format, caller }))
  serve(getInPersonRecordWord, ({ params }, caller) => sheets.inPersonWord(params.id, caller))
  serve(getRedactedCaseSheet, ({ params, query, body }, caller) =>
    sheets.redacted(params.id, body.parts, { format: query.format, caller }),
  )
}

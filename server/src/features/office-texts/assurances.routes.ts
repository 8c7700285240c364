import { confirmAssurances, getAssurances, withdrawAssurances } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { AssuranceService } from './assurances.service.ts'

export function serveAssurances(serve: Serve, { assurances }: { readonly assurances: AssuranceService }) {
  serve(getAssurances, () => assurances.read())
  serve(confirmAssurances, ({ body }, caller) => assurances.confirm(body.digest, caller))
  serve(withdrawAssurances, (_input, caller) => assurances.withdraw(caller))
}

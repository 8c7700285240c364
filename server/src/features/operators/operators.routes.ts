import {
  addOperator,
  changeOperator,
  deleteOperator,
  getOperator,
  listColleagues,
  listOperators,
  listRoles,
  operatorRoles,
  reassignCases,
  searchOperators,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { textsIn } from '#platform/texts.ts'
import type { Operators } from './operators.service.ts'

export function serveOperators(serve: Serve, operators: Operators) {
  serve(listOperators, ({ query }) => operators.list(query))
  serve(searchOperators, ({ body }) => operators.list(body))
  serve(getOperator, ({ params }) => operators.get(params.id))
  serve(addOperator, ({ body }, { user }) => operators.add(body, user))
  serve(changeOperator, ({ body }, { user }) => operators.change(body, user))
  serve(deleteOperator, ({ body }, { user }) => operators.remove(body.id, user))
  serve(reassignCases, ({ body }, { user }) => operators.reassign(body, user))
  serve(listColleagues, () => operators.colleagues())
  serve(listRoles, async (_input, { language }) => {
    const t = textsIn(language)
    return operatorRoles.map((role) => ({ role, label: t(`roles.${role}`) }))
  })
}

import type { runKinds } from '@portal/contract'
import type { TestApp } from './build-app.ts'

type Kind = (typeof runKinds)[keyof typeof runKinds]

/** The newest run of a kind as RUP sees it in the list of runs. */
export async function newestListedRun(portal: TestApp, kind: Kind) {
  const filtri = encodeURIComponent(JSON.stringify({ tipi: [kind] }))
  const { body } = await (await portal.as('manager')).raw('GET', `/v1/elaborazioni?da=1&a=1&filtri=${filtri}`)
  return body.result.listaView[0]
}

import type { Caller, Reply, TestApp } from './build-app.ts'
import { claimedFile, numberOfFile, uploadCaseFile } from './claimed-file.ts'
import { scanPaths, upload } from './upload.ts'

interface Scenario {
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller) => Promise<Reply>
  readonly ids: (result: Reply['body'], id: number) => readonly number[] | Promise<readonly number[]>
}

/** A scenario for each audited endpoint on files. */
export function fileScenarios(portalOf: () => TestApp, makeCase: () => Promise<number>): Record<string, Scenario> {
  let cmisId = ''
  const remember = (id: string) => {
    cmisId = id
    return numberOfFile(portalOf(), id)
  }
  const bring = async () => remember(await uploadCaseFile(portalOf()))
  const scan = (path: string): Scenario => ({
    call: (caller) => upload(caller, path, { name: 'nota.txt', bytes: Buffer.from(`Per ${path}`) }),
    ids: async (result) => [await numberOfFile(portalOf(), result.allegato.cmis_id)],
  })
  const ids: Scenario['ids'] = (_result, id) => [id]
  const read = (path: string): Scenario => ({
    prepare: async () => remember(await claimedFile(portalOf(), await makeCase())),
    call: (caller) => caller.raw('GET', `/v1/segnalazioni/${path}/${cmisId}`),
    ids,
  })
  return {
    ...Object.fromEntries(Object.values(scanPaths).map((path) => [`POST ${path}`, scan(path)])),
    'POST /v1/noauth/allegato/delete-allegato': {
      prepare: bring,
      call: (caller) => caller.raw('POST', '/v1/noauth/allegato/delete-allegato', { cmis_id: cmisId }),
      ids,
    },
    'POST /v1/noauth/allegati': {
      prepare: bring,
      call: (caller) => caller.raw('POST', '/v1/noauth/allegati', { allegati: [{ cmis_id: cmisId }] }),
      ids,
    },
    'GET /v1/segnalazioni/allegato/:cmisId': read('allegato'),
    'GET /v1/segnalazioni/allegato-pg/:cmisId': read('allegato-pg'),
  }
}

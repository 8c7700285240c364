import { loadImage } from '@napi-rs/canvas'
import {
  findPossibleDuplicates,
  listCaseDocuments,
  listCaseEvents,
  listDocumentsOfRecord,
  listNotices,
  listOperatorLoads,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp, taxCodeOf } from '../../../test/build-app.ts'
import { caseOnWire, reportOnWire } from '../../../test/make.ts'
import { makeCase } from '../../../test/make-case.ts'
import { benignFiles, heicPhoto, pdf } from '../../../test/make-files.ts'
import { sendNotices } from '../../../test/send-notices.ts'
import { scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
let manager: Caller
let one: Caller
beforeAll(async () => {
  portal = await startTestApp()
  manager = await portal.as('manager')
  one = await portal.as('operatorOne')
})
afterAll(() => portal.close())

const follow = async ({ codice, pin }: { codice: string; pin: string }) => {
  const { headers } = await portal.visitor.raw('POST', '/v1/noauth/pratica/accesso', { codice, pin })
  return String([headers['set-cookie']].flat().at(-1)).split(';')[0] ?? ''
}
const report = async () => (await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())).body.result

describe('several cases at once', () => {
  test('go to one operator; a case that cannot be assigned is returned with its reason and does not stop the others', async () => {
    const fine = await makeCase(portal)
    const closed = await makeCase(portal, { status: 'closed' })
    const changed = await makeCase(portal, { columns: { version: 4 } })
    const { body } = await manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
      azione: 'assegna_op1',
      id_operatore: await portal.idOf('operatorOne'),
      casi: [closed, changed, fine].map((id) => ({ id_segnalazione: id, versione: 1 })),
    })
    expect(body.result.esiti).toEqual([
      { id_segnalazione: closed, codice: expect.any(String), rifiuto: expect.stringContaining('«Chiuso»') },
      { id_segnalazione: changed, codice: expect.any(String), rifiuto: expect.any(String) },
      { id_segnalazione: fine, codice: expect.any(String), versione: 2 },
    ])
  })

  test('make one notice and one mail for the new operator, and one for the former operator', async () => {
    const [oneId, twoId] = [await portal.idOf('operatorOne'), await portal.idOf('operatorTwo')]
    const sent = async (userId: number) =>
      (await portal.database.pool.query('select kind, cases from notices where user_id = $1 order by id', [userId]))
        .rows
    const mails = async () => (await portal.database.pool.query('select count(*)::int as n from mails')).rows[0].n
    await sendNotices(portal)
    const [before, had, queued] = [await sent(twoId), await sent(oneId), await mails()]
    const ids = []
    for (let count = 0; count < 3; count += 1)
      ids.push(await makeCase(portal, { status: 'inWorkOne', assignedTo: oneId }))
    await manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
      azione: 'assegna_op2',
      id_operatore: twoId,
      casi: ids.map((id) => ({ id_segnalazione: id, versione: 1 })),
    })
    await sendNotices(portal)
    expect((await sent(twoId)).slice(before.length)).toEqual([{ kind: 'handedOver', cases: 3 }])
    expect((await sent(oneId)).slice(had.length)).toEqual([{ kind: 'passedOn', cases: 3 }])
    expect(await mails()).toBe(queued + 2)
  })

  test('that do not exist or may not be read are returned as well and do not stop the others', async () => {
    const fine = await makeCase(portal)
    const { status, body } = await manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
      azione: 'assegna_op1',
      id_operatore: await portal.idOf('operatorOne'),
      casi: [999_999, fine].map((id) => ({ id_segnalazione: id, versione: 1 })),
    })
    expect(status).toBe(200)
    expect(body.result.esiti).toEqual([
      { id_segnalazione: 999_999, rifiuto: expect.any(String) },
      { id_segnalazione: fine, codice: expect.any(String), versione: 2 },
    ])
  })

  test('that were all assigned concurrently are all returned with a reason', async () => {
    const [closed, other] = [await makeCase(portal, { status: 'closed' }), await makeCase(portal, { status: 'closed' })]
    const { status, body } = await manager.raw('POST', '/v1/segnalazioni/assegna-casi', {
      azione: 'assegna_op1',
      id_operatore: await portal.idOf('operatorOne'),
      casi: [closed, other].map((id) => ({ id_segnalazione: id, versione: 1 })),
    })
    expect(status).toBe(200)
    expect(body.result.esiti).toEqual(
      [closed, other].map((id) => expect.objectContaining({ id_segnalazione: id, rifiuto: expect.any(String) })),
    )
  })

  test('are weighed before: what each operator has open, and what of it is late', async () => {
    const id = await portal.idOf('operatorTwo')
    const before = (await manager.call(listOperatorLoads)).find((load) => load.id === id)
    await makeCase(portal, { status: 'inWorkTwo', assignedTo: id })
    await makeCase(portal, { status: 'inWorkTwo', assignedTo: id, columns: { worked_from: new Date('2026-01-01') } })
    await makeCase(portal, { status: 'closed', assignedTo: id })
    const after = (await manager.call(listOperatorLoads)).find((load) => load.id === id)
    expect(after).toEqual({ ...before, open: (before?.open ?? 0) + 2, late: (before?.late ?? 0) + 1 })
  })

  test('of one operator are found by tax code', async () => {
    const id = await makeCase(portal, { status: 'inWorkTwo', assignedTo: await portal.idOf('operatorTwo') })
    const list = async (cf: string) =>
      (await manager.raw('POST', '/v1/segnalazioni/lista-segnalazioni-operatore', { cf, a: 100 })).body.result
    const { listaView } = await list(taxCodeOf('operatorTwo'))
    expect(listaView.map((row: { id_segnalazione: number }) => row.id_segnalazione)).toContain(id)
    expect((await list('RSSMRA80A01H501U')).count).toBe(0)
  })
})

test('a case that was entered before shows up while it is typed again: by protocols, by persons, by place and day', async () => {
  const { body } = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())
  const id = body.result.id_segnalazione
  const duplicates = async (wire: object) =>
    (await one.call(findPossibleDuplicates, { wire })).rows.map((row) => row.id)
  expect(await duplicates({ listaNumeroProtocollo: ['dpo 0012/a'] })).toContain(id)
  expect(await duplicates({ listaNumeroProtocollo: ['none', 'DPO0012/A', ''] })).toContain(id)
  expect(await duplicates({ listaNominativo: ['Fernandez'] })).toContain(id)
  expect(await duplicates({ id_citta_luogo: 8501, data_evento: '2026-11-09T00:00:00.000Z' })).toContain(id)
  expect(await duplicates({ id_citta_luogo: 8501 })).toEqual([])
  expect(await duplicates({ listaNominativo: ['Fe'] })).toEqual([])
  expect(await duplicates({ listaNumeroProtocollo: [''] })).toEqual([])
})

test('a case of the same victim is a possible duplicate, also with another reporter', async () => {
  const enter = async (wire: object) =>
    (await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', { ...caseOnWire(), ...wire })).body.result
      .id_segnalazione
  const bySomebody = await enter({ vittima: { nome: 'Amina', cognome: 'Zerhouni' } })
  const byHerself = await enter({ id_segnalante: 1, personaFisica: { nome: 'Amina', cognome: 'Zerhouni' } })
  const { rows } = await one.call(findPossibleDuplicates, {
    wire: { listaNominativo: ['Bennani Karim', 'Zerhouni Amina'] },
  })
  expect(rows.map(({ id }) => id).toSorted()).toEqual([bySomebody, byHerself].toSorted())
})

test('an earlier case of the same contact is a possible duplicate, with every reason, the one with most of them first', async () => {
  const anagrafica = { recapito_pri: '+393331112223', email: 'ines@example.org' }
  const enter = async (personaFisica: object) =>
    (await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', { ...caseOnWire(), personaFisica })).body.result
      .id_segnalazione
  const byPhone = await enter({ nome: 'Ines', cognome: 'Quattrini', anagrafica: { recapito_pri: '333 111 2223' } })
  const byAll = await enter({ nome: 'Ines', cognome: 'Terzani', anagrafica })
  const { rows } = await one.call(findPossibleDuplicates, {
    wire: { listaNominativo: ['Terzani Ines'], listaContatto: ['+39 333 1112223', 'ines@example.org', '333'] },
  })
  expect(rows.map(({ id, reasons }) => ({ id, reasons }))).toEqual([
    { id: byAll, reasons: ['name', 'contact'] },
    { id: byPhone, reasons: ['contact'] },
  ])
})

test('a name that cannot be looked for keeps no other clue from being followed', async () => {
  const { body } = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', caseOnWire())
  const wire = { listaNominativo: ['?!?', 'Li Wu'], listaNumeroProtocollo: ['DPO 0012/A'] }
  const { rows } = await one.call(findPossibleDuplicates, { wire })
  expect(rows.map(({ id }) => id)).toContain(body.result.id_segnalazione)
})

test('a caller that tells the page it came from is heard, and nothing of it is kept', async () => {
  const { status, body } = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
    ...caseOnWire(),
    paginaPrecedente: 'mieiCasi',
  })
  expect(status).toBe(200)
  const { body: detail } = await one.raw('GET', `/v1/segnalazioni/dettaglio/${body.result.id_segnalazione}`)
  expect(JSON.stringify(detail)).not.toContain('paginaPrecedente')
})

describe('documents of a case', () => {
  const bring = async (caller: Caller, name = 'parere.pdf') =>
    (await upload(caller, scanPaths.case, { name, bytes: pdf(name) })).body.result.allegato.cmis_id as string
  const add = (caller: Caller, id: number, cmisId: string, type = 9) =>
    caller.raw('POST', `/v1/segnalazioni/documenti/${id}`, { allegati: [{ cmis_id: cmisId, id_tipo_allegato: type }] })

  test('are added with their type, listed with the user who added them, and recorded in the history', async () => {
    const id = await makeCase(portal)
    const cmisId = await bring(manager)
    expect((await add(manager, id, cmisId)).status).toBe(200)
    const { documents, mayAdd } = await manager.call(listCaseDocuments, { params: { id } })
    expect({ documents, mayAdd }).toMatchObject({
      documents: [
        { file: { id: cmisId, name: 'parere.pdf' }, source: 'office', typeId: 9, mayRemove: true, hasPreview: true },
      ],
      mayAdd: true,
    })
    expect((await manager.call(listCaseEvents, { params: { id } })).rows[0]).toMatchObject({
      kind: 'fileAdded',
      changes: [{ field: 'documento', after: 'parere.pdf' }],
    })
  })

  test('are listed for the registry record that their cases refer to, as far as the caller may read these', async () => {
    const person = { nome: 'Ines', cognome: 'Gallo' }
    const { body } = await manager.raw('POST', '/v1/anagrafica/add-persona-fisica', person)
    const recordId = body.result.id_persona_fisica as number
    const cases = [
      await makeCase(portal, { status: 'open', columns: { reporter_person_id: recordId } }),
      await makeCase(portal, { status: 'inWorkTwo', columns: { victim_person_id: recordId } }),
    ]
    for (const id of cases) await add(manager, id, await bring(manager, `atto ${id}.pdf`))
    await add(manager, await makeCase(portal), await bring(manager))
    const read = async (caller: Caller) => {
      const input = { query: { filters: { kind: 'person' as const, recordId } } }
      const { rows, count } = await caller.call(listDocumentsOfRecord, input)
      return { count, found: rows.map(({ caseId, document }) => [caseId, document.file.name, document.mayRemove]) }
    }
    const found = cases.map((id) => [id, `atto ${id}.pdf`, false])
    expect(await read(manager)).toEqual({ count: 2, found: found.toReversed() })
    expect(await read(one)).toEqual({ count: 1, found: found.slice(0, 1) })
  })

  test('are never shown to the reporter, who sees their own files alone', async () => {
    const received = await report()
    const cmisId = await bring(manager)
    await add(manager, received.id_segnalazione, cmisId)
    const cookie = await follow(received)
    const { body } = await portal.visitor.raw('GET', '/v1/noauth/pratica', undefined, { cookie })
    expect(body.result.allegati).toEqual([])
    const file = await portal.visitor.raw('GET', `/v1/segnalazioni/allegato/${cmisId}`, undefined, { cookie })
    expect(file.status).toBe(404)
  })

  test('are looked at in a sandbox, and saved unless they are', async () => {
    const id = await makeCase(portal)
    const cmisId = await bring(manager)
    await add(manager, id, cmisId)
    const saved = await manager.raw('GET', `/v1/segnalazioni/allegato/${cmisId}`)
    expect(saved.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
    })
    for (const path of [`allegato/${cmisId}?anteprima=1&v=123`, `allegato-pg/${cmisId}?v=123`]) {
      const shown = await manager.raw('GET', `/v1/segnalazioni/${path}`)
      expect(shown.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^inline/),
        'content-type': 'application/pdf',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
  })

  test('are shown as a picture where they are a photo in HEIC, and saved as they are', async () => {
    const id = await makeCase(portal)
    const { body } = await upload(manager, scanPaths.case, { name: 'foto.heic', bytes: heicPhoto })
    await add(manager, id, body.result.allegato.cmis_id)
    const path = `/v1/segnalazioni/allegato/${body.result.allegato.cmis_id}`
    const shown = await manager.raw('GET', `${path}?anteprima=1`)
    expect(shown.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline/),
      'content-type': 'image/jpeg',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const { width, height } = await loadImage(shown.body)
    expect([width, height]).toEqual([32, 24])
    const saved = await manager.raw('GET', path)
    expect(saved.body.equals(heicPhoto)).toBe(true)
    const same = await manager.raw('GET', path.replace('/allegato/', '/allegato-pg/'))
    expect(same.body.equals(heicPhoto)).toBe(true)
  })

  test('are shown as they are where a photo in HEIC cannot be drawn', async () => {
    const id = await makeCase(portal)
    const bytes = (await benignFiles.heic?.()) ?? Buffer.alloc(0)
    const { body } = await upload(manager, scanPaths.case, { name: 'rotta.heic', bytes })
    await add(manager, id, body.result.allegato.cmis_id)
    const { status, headers } = await manager.raw(
      'GET',
      `/v1/segnalazioni/allegato/${body.result.allegato.cmis_id}?anteprima=1`,
    )
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/heic' })
  })

  test.each(['docx', 'html', 'zip'])(
    'are only saved where they are of type %s, whatever is asked for',
    async (type) => {
      const id = await makeCase(portal)
      const bytes = (await benignFiles[type]?.()) ?? Buffer.alloc(0)
      const { body } = await upload(manager, scanPaths.case, { name: `atto.${type}`, bytes })
      await add(manager, id, body.result.allegato.cmis_id)
      for (const path of ['allegato', 'allegato-pg']) {
        const { headers } = await manager.raw(
          'GET',
          `/v1/segnalazioni/${path}/${body.result.allegato.cmis_id}?anteprima=1`,
        )
        expect(headers).toMatchObject({
          'content-disposition': expect.stringMatching(/^attachment/),
          'content-type': 'application/octet-stream',
        })
      }
    },
  )

  test('of the office can be deleted by users who may edit the case; files of the reporter stay', async () => {
    const id = await makeCase(portal)
    const cmisId = await bring(manager)
    await add(manager, id, cmisId)
    const remove = (caseId: number, file: string) =>
      manager.raw('POST', `/v1/segnalazioni/documenti/${caseId}/elimina`, { cmis_id: file })
    expect((await remove(id, cmisId)).body.result.documenti).toEqual([])
    expect((await manager.raw('GET', `/v1/segnalazioni/allegato/${cmisId}`)).status).toBe(404)
    const entered = await one.raw('POST', '/v1/segnalazioni/nuova-segnalazione', {
      ...caseOnWire(),
      listaAllegatoSegnalazione: [{ cmis_id: await bring(one, 'chat.pdf'), nomeFile: 'chat.pdf' }],
    })
    const own = entered.body.result.id_segnalazione
    const { documents } = await manager.call(listCaseDocuments, { params: { id: own } })
    expect(documents.map(({ source }) => source)).toEqual(['report'])
    expect((await remove(own, documents[0]?.file.id ?? '')).status).toBe(403)
  })

  test('are fifty at most, with all that came before them', async () => {
    const id = await makeCase(portal)
    const ids = await Promise.all(
      Array.from({ length: 51 }, async (_, index) => {
        const file = { name: `foglio ${index}.txt`, bytes: Buffer.from(`Foglio ${index}`) }
        return (await upload(manager, scanPaths.case, file)).body.result.allegato.cmis_id as string
      }),
    )
    const allegati = ids.slice(0, 50).map((cmisId) => ({ cmis_id: cmisId, id_tipo_allegato: 9 }))
    const added = await manager.raw('POST', `/v1/segnalazioni/documenti/${id}`, { allegati })
    expect(added.body.result.documenti).toHaveLength(50)
    const { status, body } = await add(manager, id, ids.at(-1) ?? '')
    expect({ status, codice: body.result.errori[0].codice }).toEqual({ status: 400, codice: 'allegati_al_limite' })
  })

  test('have a type that the list has', async () => {
    const { status, body } = await add(manager, await makeCase(portal), await bring(manager), 77)
    expect({ status, campo: body.result.errori[0].campo }).toEqual({
      status: 400,
      campo: 'allegati.0.id_tipo_allegato',
    })
  })
})

test('the operator of a case is notified that its reporter answered; RUP where nobody works on it', async () => {
  const answer = async (status: string, assignedTo: number | null) => {
    const received = await report()
    await portal.database.pool.query('update cases set status = $2, assigned_to = $3 where id = $1', [
      ...[received.id_segnalazione, status, assignedTo],
    ])
    const cookie = await follow(received)
    await portal.visitor.raw('POST', '/v1/noauth/pratica/messaggi', { testo: 'Ricordo altro.' }, { cookie })
    return received.id_segnalazione as number
  }
  const newest = async (caller: Caller) => (await caller.call(listNotices)).rows[0]
  const taken = await answer('inWorkOne', await portal.idOf('operatorOne'))
  expect(await newest(one)).toMatchObject({ kind: 'answered', caseId: taken })
  const nobodys = await answer('open', null)
  expect(await newest(manager)).toMatchObject({ kind: 'answered', caseId: nobodys })
  const { rows } = await portal.database.pool.query('select count(*)::int as n from notices where case_id = $1', [
    taken,
  ])
  expect(rows[0].n).toBe(1)
})

describe('a new entry of a list', () => {
  test.each([
    ['#Scuola Media', '#ScuolaMedia'],
    ['trasporti', '#trasporti'],
  ])('hashtag %s is there as %s, once', async (typed, label) => {
    const insert = () => one.raw('POST', '/v1/tipologiche/hashtag', { hashtag: typed })
    const first = await insert()
    expect(first.body.result).toEqual({ id_hashtag: expect.any(Number), hashtag: label })
    expect((await insert()).body.result).toEqual(first.body.result)
    const { body } = await one.raw('GET', '/v1/tipologiche/hashtag')
    expect(body.result.filter((item: { hashtag: string }) => item.hashtag === label)).toHaveLength(1)
  })

  test('a mode is RUP’s to add, and is answered as it is where it is there already', async () => {
    const insert = (text: string) =>
      manager.raw('POST', '/v1/tipologiche/modalita-discriminazione', { modalita_discriminazione: text })
    const { body } = await insert('  Esclusione   dal gruppo ')
    expect(body.result).toEqual({
      id_modalita_discriminazione: expect.any(Number),
      modalita_discriminazione: 'Esclusione dal gruppo',
    })
    expect((await insert('diretta')).body.result).toEqual({
      id_modalita_discriminazione: 1,
      modalita_discriminazione: 'Diretta',
    })
  })

  test('that is no word is refused by name', async () => {
    for (const hashtag of ['#', '<b>', 'x'.repeat(80)])
      expect((await one.raw('POST', '/v1/tipologiche/hashtag', { hashtag })).body.result.errori[0].campo).toBe(
        'hashtag',
      )
  })
})

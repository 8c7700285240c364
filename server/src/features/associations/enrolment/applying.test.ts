import type { AssociationStatus } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { signed } from '../../../../test/container-files.ts'
import {
  applicationOnWire,
  deliverMails,
  makeAssociation,
  newNumber,
  recordOf,
  secretIn,
  sendApplication,
  solveCaptcha,
  uploadDocuments,
} from '../../../../test/make-association.ts'
import { pdf } from '../../../../test/make-files.ts'
import { newVisitor, scanPaths, upload } from '../../../../test/upload.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000', REPORTS_PER_MINUTE: '60' } })
})
afterAll(() => portal.close())

/** The next hour: the limits per network begin again. */
const later = () => portal.clock.advance(3600)
const check = (number: string) => portal.visitor.raw('GET', `/v1/noauth/check-piva/${number}`)
const historyOf = async (number: string) => {
  const { id_persona_giuridica: id } = await recordOf(portal, number)
  return (await (await portal.as('registerAdmin')).raw('GET', `/v1/associazioni/iter/${id}`)).body.result.listaView
}
const office = { telefono: '800 90 10 10' }

describe('looking up a number', () => {
  test('answers one word, and is otherwise the same answer', async () => {
    const cases: [AssociationStatus, object, string][] = [
      ['submitted', {}, 'SEGNALAZIONE'],
      ['documentsAsked', {}, 'SEGNALAZIONE'],
      ['documentsAsked', { origin: 'renewalAsked' }, 'ISCRIZIONE'],
      ['approvedToSign', {}, 'ISCRIZIONE'],
      ['enrolled', {}, 'ISCRIZIONE'],
      ['expired', {}, 'ISCRIZIONE'],
      ['renewalAsked', {}, 'ISCRIZIONE'],
      ['renewalApproved', {}, 'ISCRIZIONE'],
      ['removed', {}, 'CANCELLATA'],
      ['rejected', {}, 'RESPINTA'],
    ]
    const replies: (readonly [Reply, string])[] = [[await check(newNumber()), 'NON_CENSITA']]
    for (const [status, columns, word] of cases) {
      const { number } = await makeAssociation(portal, { status, columns })
      replies.push([await check(number), word])
    }
    expect(replies.map(([{ status, body }]) => [status, body])).toEqual(
      replies.map(([, esito]) => [200, { success: true, result: { esito }, errorCode: null }]),
    )
    const own = /^(content-length|date|x-request-id|etag)$|-(remaining|reset)$/
    const shapes = replies.map(([{ headers, body }]) => ({
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name))),
      rest: Number(headers['content-length']) - body.result.esito.length,
    }))
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
  })

  test('answers for the newest of closed records, whichever was written last', async () => {
    const piva = newNumber()
    const older = await makeAssociation(portal, { status: 'removed', wire: { piva } })
    await makeAssociation(portal, { status: 'rejected', wire: { piva } })
    await portal.database.pool.query('update associations set closed_on = closed_on + 1 where id = $1', [older.id])
    expect((await check(piva)).body.result.esito).toBe('RESPINTA')
  })

  test('shows an entry of the registry only to those who may read it', async () => {
    later()
    const piva = newNumber()
    const operator = await portal.as('operatorOne')
    const person = { ragione_sociale: 'Casa Comune', piva, email: 'info@casa.example' }
    const added = await operator.raw('POST', '/v1/anagrafica/add-persona-giuridica', person)
    expect([added.status, added.body.result?.errori]).toEqual([200, undefined])
    const words: Record<string, string> = {}
    for (const role of ['manager', 'operatorOne', 'registerAdmin', 'registerOperator', 'associationMember'] as const) {
      const caller = await portal.as(role)
      words[role] = (await caller.raw('GET', `/v1/noauth/check-piva/${piva}`)).body.result.esito
    }
    const known = 'CENSITA_NO_SEGNALAZIONE'
    expect(words).toEqual({
      manager: known,
      operatorOne: known,
      registerAdmin: known,
      registerOperator: 'NON_CENSITA',
      associationMember: 'NON_CENSITA',
    })
    expect((await check(piva)).body.result.esito).toBe('NON_CENSITA')
  })

  test('forgives spaces and small letters, and refuses a wrong check digit', async () => {
    later()
    const { number } = await makeAssociation(portal)
    expect((await check(`${number.slice(0, 3)}%20${number.slice(3)}`)).body.result.esito).toBe('SEGNALAZIONE')
    const wrong = `${number.slice(0, 10)}${(Number(number[10]) + 1) % 10}`
    const { status, body } = await check(wrong)
    expect([status, body.result.errori]).toMatchObject([400, [{ campo: 'piva', codice: 'piva_cifra_di_controllo' }]])
  })

  test('is limited to thirty an hour from one network', async () => {
    later()
    const number = newNumber()
    for (let count = 0; count < 30; count++) expect((await check(number)).status).toBe(200)
    const refused = await check(number)
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 3600])
    later()
    expect((await check(number)).status).toBe(200)
  })
})

describe('an application', () => {
  test('needs a solved captcha, which it uses up', async () => {
    later()
    const visitor = newVisitor(portal)
    const sent = applicationOnWire(await uploadDocuments(visitor))
    const refused = await visitor.raw('POST', '/v1/noauth/add-pg', sent)
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'captcha'])
    await solveCaptcha(visitor)
    expect((await visitor.raw('POST', '/v1/noauth/add-pg', sent)).status).toBe(200)
    const again = await visitor.raw('POST', '/v1/noauth/add-pg', { ...sent, piva: newNumber() })
    expect([again.status, again.body.errorCode]).toEqual([403, 'captcha'])
  })

  test('with the same Idempotency-Key is one request', async () => {
    later()
    const visitor = newVisitor(portal)
    await solveCaptcha(visitor)
    const sent = applicationOnWire(await uploadDocuments(visitor))
    const headers = { 'idempotency-key': 'domanda-1' }
    const first = await visitor.raw('POST', '/v1/noauth/add-pg', sent, headers)
    const second = await visitor.raw('POST', '/v1/noauth/add-pg', sent, headers)
    expect([second.status, second.body]).toEqual([200, first.body])
    const other = await visitor.raw('POST', '/v1/noauth/add-pg', { ...sent, piva: newNumber() }, headers)
    expect(other.status).toBeGreaterThanOrEqual(400)
    expect(await historyOf(sent.piva)).toHaveLength(1)
  })

  test('gets a receipt, and a notice goes to the register', async () => {
    later()
    const { pool } = portal.database
    const { sent } = await sendApplication(portal)
    const { id_persona_giuridica: id } = await recordOf(portal, sent.piva)
    const letters = await pool.query('select kind from association_letters where association_id = $1', [id])
    expect(letters.rows).toEqual([{ kind: 'receipt' }])
    const notices = await pool.query('select kind, user_id from notices where association_id = $1', [id])
    const staff = [await portal.idOf('registerAdmin'), await portal.idOf('registerOperator')]
    for (const user of staff) expect(notices.rows).toContainEqual({ kind: 'associationApplied', user_id: user })
    expect(notices.rows).not.toContainEqual({ kind: 'associationApplied', user_id: await portal.idOf('manager') })
  })

  test('of an association that is younger than a year is refused', async () => {
    later()
    const young = await sendApplication(portal, { data_costituzione: '2025-11-21T00:00:00.000Z' })
    expect([young.status, young.body.errorCode]).toEqual([409, 'costituita_da_meno_di_un_anno'])
    const old = await sendApplication(portal, { data_costituzione: '2025-11-20T00:00:00.000Z' })
    expect(old.status).toBe(200)
  })

  test('has PDF alone, and the files of its own sender', async () => {
    later()
    const visitor = newVisitor(portal)
    await solveCaptcha(visitor)
    const documents = await uploadDocuments(visitor)
    const text = await upload(visitor, scanPaths.report, { name: 'bilancio.txt', bytes: Buffer.from('Bilancio') })
    const other = { cmis_id: text.body.result.allegato.cmis_id, nomeFile: 'bilancio.txt', id_tipo_allegato: 4 }
    const sent = applicationOnWire([...documents.filter((one) => one.id_tipo_allegato !== 4), other])
    const refused = await visitor.raw('POST', '/v1/noauth/add-pg', sent)
    expect([refused.status, refused.body.result.errori]).toMatchObject([
      400,
      [{ campo: 'listaAllegatoPersonaGiuridica4', codice: 'allegato_solo_pdf' }],
    ])
    const signedFile = { name: 'bilancio.pdf.p7m', bytes: signed(pdf()) }
    const { body: uploaded } = await upload(visitor, scanPaths.report, signedFile)
    const withSigned = { ...other, cmis_id: uploaded.result.allegato.cmis_id, nomeFile: signedFile.name }
    const signedToo = await visitor.raw('POST', '/v1/noauth/add-pg', applicationOnWire([...documents, withSigned]))
    expect([signedToo.status, signedToo.body.result.errori]).toMatchObject([400, [{ codice: 'allegato_solo_pdf' }]])
    const foreign = applicationOnWire(await uploadDocuments(newVisitor(portal)))
    const taken = await visitor.raw('POST', '/v1/noauth/add-pg', foreign)
    expect([taken.status, taken.body.result.errori[0]]).toMatchObject([400, { codice: 'allegato_non_disponibile' }])
    const many = Array.from({ length: 11 }, (_, index) => ({
      ...other,
      cmis_id: other.cmis_id.replace(/..$/, `${10 + index}`),
    }))
    const full = await visitor.raw('POST', '/v1/noauth/add-pg', applicationOnWire([...documents, ...many]))
    expect([full.status, full.body.result.errori[0].campo]).toEqual([400, 'listaAllegatoPersonaGiuridica4'])
    // A refusal leaves the captcha and the files as they were.
    expect((await visitor.raw('POST', '/v1/noauth/add-pg', applicationOnWire(documents))).status).toBe(200)
  })

  test('names every field that is missing', async () => {
    const { status, body } = await portal.visitor.raw('POST', '/v1/noauth/add-pg', {})
    expect(status).toBe(400)
    const fields = body.result.errori.map(({ campo }: { campo: string }) => campo)
    for (const type of [1, 2, 3, 4, 5, 6, 7]) expect(fields).toContain(`listaAllegatoPersonaGiuridica${type}`)
    for (const name of ['ragione_sociale', 'piva', 'data_costituzione', 'trattamentoDatiPersonali'])
      expect(fields).toContain(name)
  })

  test('is refused beyond the limit of its network', async () => {
    later()
    const visitor = newVisitor(portal)
    const documents = await uploadDocuments(visitor)
    const replies: number[] = []
    for (let count = 0; count < 61; count++) {
      await solveCaptcha(visitor)
      const sent = applicationOnWire(documents, { data_costituzione: '2026-11-01T00:00:00.000Z' })
      replies.push((await visitor.raw('POST', '/v1/noauth/add-pg', sent)).status)
    }
    expect([new Set(replies.slice(0, 60)), replies[60]]).toEqual([new Set([409]), 429])
  })
})

describe('an application with a number that is known', () => {
  test('of a request under verification waits', async () => {
    later()
    const { id, number } = await makeAssociation(portal)
    await (await portal.as('registerOperator')).raw('GET', `/v1/associazioni/lock/${id}`)
    const { status, body } = await sendApplication(portal, { piva: number, flag_sovrascrivi: 1 })
    expect([status, body.errorCode]).toEqual([409, 'verifica_in_corso'])
  })

  test.each(['approvedToSign', 'enrolled', 'expired', 'renewalAsked', 'renewalApproved'] as const)(
    'that is %s is never changed; the answer has the telephone and the mailbox',
    async (status) => {
      later()
      const { number } = await makeAssociation(portal, { status, wire: { ragione_sociale: 'Resta Così' } })
      const reply = await sendApplication(portal, { piva: number, flag_sovrascrivi: 1 })
      expect([reply.status, reply.body.errorCode]).toEqual([409, 'numero_in_uso'])
      expect(JSON.stringify(reply.body)).toContain(office.telefono)
      expect(JSON.stringify(reply.body)).toMatch(/[\w.]+@[\w.]+/)
      expect((await recordOf(portal, number)).ragione_sociale).toBe('Resta Così')
    },
  )

  test.each(['removed', 'rejected'] as const)('that was %s waits for a confirmation by mail, once', async (status) => {
    later()
    const { id, number } = await makeAssociation(portal, { status })
    const waiting = await sendApplication(portal, { piva: number, ragione_sociale: 'Di Nuovo' })
    expect(waiting.body.result, JSON.stringify(waiting.body)).toEqual({ flag_attesa_conferma: 1 })
    expect((await recordOf(portal, number)).id_persona_giuridica).toBe(id)
    const collegamento = await secretIn(portal)
    const confirm = () => portal.visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento })
    expect((await confirm()).status).toBe(200)
    const record = await recordOf(portal, number)
    expect(record).toMatchObject({
      ragione_sociale: 'Di Nuovo',
      id_stato_persona_giuridica: 1,
      id_richiesta_precedente: id,
    })
    expect(record.listaAllegatoPersonaGiuridica).toHaveLength(7)
    expect((await confirm()).status).toBe(404)
    const { rows } = await portal.database.pool.query('select status, version from associations where id = $1', [id])
    expect(rows).toEqual([{ status, version: 1 }])
  })

  test('keeps its files until it is confirmed, however old they are', async () => {
    later()
    const { number } = await makeAssociation(portal, { status: 'removed' })
    const visitor = newVisitor(portal)
    const documents = await uploadDocuments(visitor)
    portal.clock.advance(10 * 3600)
    await solveCaptcha(visitor)
    const application = applicationOnWire(documents, { piva: number })
    expect((await visitor.raw('POST', '/v1/noauth/add-pg', application)).status).toBe(200)
    const collegamento = await secretIn(portal)
    portal.clock.advance(23 * 3600)
    await portal.services.retention.run('hourly')
    expect((await portal.visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento })).status).toBe(200)
    expect((await recordOf(portal, number)).listaAllegatoPersonaGiuridica).toHaveLength(7)
  })

  test('is refused at once where its files are not available', async () => {
    later()
    const { number } = await makeAssociation(portal, { status: 'removed' })
    const stranger = await uploadDocuments(newVisitor(portal))
    const visitor = newVisitor(portal)
    await solveCaptcha(visitor)
    const reply = await visitor.raw('POST', '/v1/noauth/add-pg', applicationOnWire(stranger, { piva: number }))
    expect(reply.status).toBe(400)
    expect(reply.body.result.errori).toMatchObject([
      { campo: 'listaAllegatoPersonaGiuridica1', codice: 'allegato_non_disponibile' },
    ])
  })

  test('cannot be confirmed after a day', async () => {
    later()
    const { number } = await makeAssociation(portal, { status: 'removed' })
    await sendApplication(portal, { piva: number })
    const collegamento = await secretIn(portal)
    portal.clock.advance(24 * 3600)
    expect((await portal.visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento })).status).toBe(404)
  })
})

describe('an unfinished application', () => {
  const save = async (
    more: { readonly email?: string } & Record<string, unknown> = {},
    visitor = newVisitor(portal),
  ) => {
    await solveCaptcha(visitor)
    const { email = 'bozza@voci.example' } = more
    const reply = await visitor.raw('POST', '/v1/noauth/bozza-pg', {
      email,
      bozza: { ragione_sociale: 'A metà' },
      ...more,
    })
    await deliverMails(portal)
    return { reply, collegamento: await secretIn(portal, email) }
  }
  const open = (collegamento: string) => portal.visitor.raw('POST', '/v1/noauth/bozza-pg/apri', { collegamento })

  test('is found again by its link, which stays when it is saved again', async () => {
    const { reply, collegamento } = await save()
    expect(reply.body.result?.collegamento, JSON.stringify(reply.body)).toBe(collegamento)
    expect((await open(collegamento)).body.result).toMatchObject({ bozza: { ragione_sociale: 'A metà' } })
    const newer = await save({ collegamento, bozza: { ragione_sociale: 'Quasi' } })
    expect(newer.collegamento).toBe(collegamento)
    expect((await open(collegamento)).body.result.bozza).toEqual({ ragione_sociale: 'Quasi' })
    // A draft is no application that could be confirmed.
    const confirmed = await portal.visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento })
    expect(confirmed.status).toBe(404)
  })

  test('is deleted when the application is sent', async () => {
    later()
    const { collegamento } = await save()
    expect((await sendApplication(portal, { collegamento })).status).toBe(200)
    expect((await open(collegamento)).status).toBe(404)
  })

  test('keeps its files, which the holder of the link may send', async () => {
    later()
    const visitor = newVisitor(portal)
    const documents = await uploadDocuments(visitor)
    const allegati = documents.map(({ cmis_id }) => cmis_id)
    const { collegamento } = await save({ allegati }, visitor)
    portal.clock.advance(5 * 86_400)
    await portal.services.retention.run('hourly')
    // Saved again in another browser, without the first.
    await save({ allegati: allegati.slice(1), collegamento })
    await portal.services.retention.run('hourly')
    expect((await open(collegamento)).body.result.allegati).toEqual(allegati.slice(1).sort())
    const other = newVisitor(portal)
    await solveCaptcha(other)
    const again = await uploadDocuments(other, [1])
    const wire = applicationOnWire([...again, ...documents.slice(1)], { collegamento })
    const reply = await other.raw('POST', '/v1/noauth/add-pg', wire)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect((await recordOf(portal, wire.piva)).listaAllegatoPersonaGiuridica).toHaveLength(7)
    expect((await open(collegamento)).status).toBe(404)
  })

  test('takes no file of another visitor', async () => {
    later()
    const allegati = (await uploadDocuments(newVisitor(portal), [1])).map(({ cmis_id }) => cmis_id)
    const { collegamento } = await save({ allegati })
    expect((await open(collegamento)).body.result.allegati).toEqual([])
  })

  test('releases its files when it ends', async () => {
    later()
    const visitor = newVisitor(portal)
    const allegati = (await uploadDocuments(visitor, [1])).map(({ cmis_id }) => cmis_id)
    await save({ allegati }, visitor)
    portal.clock.advance(30 * 86_400 + 60)
    await portal.services.retention.run('hourly')
    await portal.services.retention.run('hourly')
    const { rows } = await portal.database.pool.query('select id from files where id = $1', [allegati[0]])
    expect(rows).toEqual([])
  })

  test('is limited per address, so that nobody is flooded with mails', async () => {
    later()
    const email = 'vittima@voci.example'
    for (const _ of [1, 2, 3, 4, 5]) expect((await save({ email })).reply.status).toBe(200)
    const { reply } = await save({ email })
    expect([reply.status, reply.body.errorCode]).toEqual([429, 'troppe_richieste'])
  })

  test('ends after thirty days, and retention deletes it', async () => {
    const { collegamento } = await save()
    portal.clock.advance(30 * 86_400 + 60)
    expect((await open(collegamento)).status).toBe(404)
    await portal.services.retention.run('hourly')
    const { rows } = await portal.database.pool.query('select id from enrolment_drafts')
    expect(rows).toEqual([])
  })
})

test('the declaration of the legal representative can be downloaded, to be filled in and signed', async () => {
  const { status, body, headers } = await portal.visitor.raw('GET', '/v1/noauth/modello/dichiarazione')
  expect([status, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="dichiarazione-legale-rappresentante.docx"',
  ])
  // A package of the kind that Word reads.
  expect(Buffer.from(body).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
})

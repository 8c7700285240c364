import { listOwnAssociations } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import {
  acceptInvitations,
  act,
  applicationOnWire,
  checklist,
  contactCode,
  decree,
  enrol,
  mailTo,
  recordOf,
  secretIn,
  sendApplication,
  solveCaptcha,
  uploadDocuments,
  uploadPdf,
} from '../../../test/make-association.ts'
import { brokenRules } from '../../../test/tagged-pdf/broken-rules.ts'
import { newVisitor } from '../../../test/upload.ts'

const lines: string[] = []
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { CHECK_PIVA_PER_HOUR: '0' }, logLines: lines })
  // Its enrolment began on the day of the test.
  await portal.database.pool.query('delete from association_people')
  await portal.database.pool.query('delete from associations')
})
afterAll(() => {
  return portal.close()
})

const admin = () => portal.as('registerAdmin')
const staff = () => portal.as('registerOperator')
const manager = () => portal.as('manager')

describe('the life of an association', () => {
  test('applies, completes its documents by link, is approved, signed, and seen by the public', async () => {
    const { status, body, sent } = await sendApplication(portal, { ragione_sociale: 'Casa delle Lingue' })
    expect([status, body]).toMatchObject([
      200,
      { result: { numero_richiesta: 'R-2026-000001', flag_attesa_conferma: 0 } },
    ])
    const record = await recordOf(portal, sent.piva)
    expect(record).toMatchObject({ id_stato_persona_giuridica: 1, ragione_sociale: 'Casa delle Lingue', read_only: 0 })
    expect(record.listaAllegatoPersonaGiuridica).toHaveLength(7)
    expect((await mailTo(portal))?.subject).toContain('R-2026-000001')

    const checks = { id_persona_giuridica: record.id_persona_giuridica, documenti_verificati: [1, 2, 4] }
    expect((await (await staff()).raw('POST', '/v1/associazioni/verifica-documenti', checks)).status).toBe(200)
    const asked = await act(portal, await staff(), sent.piva, 'richiedi_documenti', { noteMail: 'Manca il bilancio.' })
    expect(asked.body.result).toMatchObject({ id_stato_persona_giuridica: 3, noteMail: 'Manca il bilancio.' })
    const letter = await mailTo(portal)
    expect(letter?.text).toContain('Manca il bilancio.')
    const collegamento = await secretIn(portal)
    const visitor = newVisitor(portal)
    const opened = (await visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).body.result
    expect(opened).toMatchObject({ id_stato_persona_giuridica: 3, noteMail: 'Manca il bilancio.', modifica: null })
    const budget = await uploadPdf(visitor, 4)
    const documents = [
      ...opened.listaAllegatoPersonaGiuridica.filter((one: { id_tipo_allegato: number }) => one.id_tipo_allegato !== 4),
      budget,
    ]
    const change = { ...sent, listaAllegatoPersonaGiuridica: documents, collegamento, versione: opened.versione }
    const completed = await visitor.raw('POST', '/v1/noauth/mod-pg', change)
    expect(
      [completed.status, completed.body.result?.id_stato_persona_giuridica],
      JSON.stringify(completed.body),
    ).toEqual([200, 1])
    expect((await visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status).toBe(404)
    // The office checks again what was sent again, and nothing else.
    expect((await recordOf(portal, sent.piva)).documenti_verificati).toMatchObject([1, 2])

    expect(
      (await act(portal, await admin(), sent.piva, 'approva', checklist)).body.result.id_stato_persona_giuridica,
    ).toBe(4)
    const signed = await act(portal, await manager(), sent.piva, 'firma', decree)
    expect(signed.body.result, JSON.stringify(signed.body)).toMatchObject({
      id_stato_persona_giuridica: 5,
      data_iscrizione: '2026-11-20T00:00:00.000Z',
      data_scadenza_iscrizione: '2027-11-20T00:00:00.000Z',
      numero_iscrizione: 'UNAR-ASS-00001',
    })
    const found = await portal.visitor.raw(
      'GET',
      `/v1/noauth/registro?filtri=${encodeURIComponent('{"denominazione":"lingue"}')}`,
    )
    expect(found.body.result.listaView).toMatchObject([{ denominazione: 'Casa delle Lingue', id_stato: 5 }])
  })

  test('is renewed by its contact, expires by night, and applies again', async () => {
    const number = await enrol(portal, { ragione_sociale: 'Orto dei Popoli' })
    const { id_persona_giuridica: id } = await recordOf(portal, number)
    const contact = await portal.asPerson(contactCode)
    expect((await contact.call(listOwnAssociations)).map((one) => one.id)).not.toContain(id)
    expect(await acceptInvitations(contact)).toContain(id)
    const [own] = (await contact.call(listOwnAssociations)).filter((one) => one.id === id)
    expect(own).toMatchObject({ status: 'enrolled', renewalDenial: 'renewal_shut', hasCertificate: true })
    const certificate = await contact.raw('GET', `/v1/associazioni/certificato/${id}`)
    expect(certificate.headers['content-type']).toBe('application/pdf')
    expect(await brokenRules(certificate.body)).toEqual([])

    portal.clock.set(new Date('2027-12-01T10:00:00.000Z'))
    const night = () =>
      portal.services.audit.job('associations.nightly', (audit) => portal.services.associations.night.run(audit))
    expect(await night()).toMatchObject({ expired: 2 })
    expect(await night()).toMatchObject({ expired: 0, reminded: 0 })
    expect((await recordOf(portal, number)).id_stato_persona_giuridica).toBe(6)

    const signedIn = await portal.asPerson(contactCode)
    const current = (await signedIn.raw('GET', '/v1/associazioni/proprie')).body.result.find(
      (one: { id_persona_giuridica: number }) => one.id_persona_giuridica === id,
    )
    const kept = current.listaAllegatoPersonaGiuridica.filter(
      (one: { id_tipo_allegato: number }) => one.id_tipo_allegato < 3,
    )
    const visitorless = await uploadDocuments(signedIn, [3, 4, 5, 6, 7])
    const renewal = { ...current, listaAllegatoPersonaGiuridica: [...kept, ...visitorless] }
    const renewed = await signedIn.raw('POST', '/v1/associazioni/rinnovo', renewal)
    expect([renewed.status, renewed.body.result?.id_stato_persona_giuridica], JSON.stringify(renewed.body)).toEqual([
      200, 9,
    ])
    await act(portal, await admin(), number, 'approva_rinnovo', checklist)
    const again = await act(portal, await manager(), number, 'firma_rinnovo', {
      numero_decreto: '3',
      data_decreto: '2027-12-01T00:00:00.000Z',
    })
    expect(again.body.result).toMatchObject({
      id_stato_persona_giuridica: 5,
      data_scadenza_iscrizione: '2028-12-01T00:00:00.000Z',
    })
    const removed = await act(portal, await manager(), number, 'cancella', { motivo: 'Sciolta.' })
    expect(removed.body.result.id_stato_persona_giuridica).toBe(7)

    const visitor = newVisitor(portal)
    await solveCaptcha(visitor)
    const sent = applicationOnWire(await uploadDocuments(visitor), { piva: number })
    const waiting = await visitor.raw('POST', '/v1/noauth/add-pg', sent)
    expect(waiting.body.result, JSON.stringify(waiting.body)).toEqual({ flag_attesa_conferma: 1 })
    const collegamento = await secretIn(portal)
    const confirmed = await portal.visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    expect(await recordOf(portal, number)).toMatchObject({ id_stato_persona_giuridica: 1, id_richiesta_precedente: id })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/build-app.ts'
import {
  act,
  applicationOnWire,
  checklist,
  mailTo,
  makeAssociation,
  recordOf,
  secretIn,
  sendApplication,
  solveCaptcha,
  uploadDocuments,
} from '../../../../test/make-association.ts'
import { newVisitor } from '../../../../test/upload.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000' } })
})
afterAll(() => portal.close())

const historyOf = async (number: string) => {
  const { id_persona_giuridica: id } = await recordOf(portal, number)
  return (await (await portal.as('registerAdmin')).raw('GET', `/v1/associazioni/iter/${id}`)).body.result.listaView
}

describe('an application that replaces a pending request', () => {
  const overwrite = { flag_sovrascrivi: 1 }
  const answer = (collegamento: string, flag_accettata: 0 | 1) =>
    portal.visitor.raw('POST', '/v1/noauth/sostituzione-pg', { collegamento, flag_accettata })
  const night = () =>
    portal.services.audit.job('associations.nightly', (audit) => portal.services.associations.night.run(audit))
  /** A pending request, with the notice of rejection of its procedure. */
  const pending = (wire: object = {}) =>
    makeAssociation(portal, {
      columns: { rejectionWarnedOn: '2026-11-10', isTermExtended: true },
      wire: { ragione_sociale: 'Prima Voce', anagrafica: { ...seat, email: 'prima@voci.example' }, ...wire },
    })
  const seat = applicationOnWire([]).anagrafica

  test('of a pending request asks first, then waits for the earlier applicant, who gets a mail', async () => {
    const { number } = await pending()
    const asked = await sendApplication(portal, { piva: number })
    expect([asked.status, asked.body.errorCode]).toEqual([409, 'numero_con_richiesta_in_corso'])
    const sent = await sendApplication(portal, { piva: number, ragione_sociale: 'Estranea', ...overwrite })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    const day = 86_400_000
    expect(sent.body.result).toEqual({
      flag_attesa_conferma: 0,
      data_sostituzione: new Date(portal.clock.now().getTime() + 7 * day).toISOString(),
    })
    expect((await recordOf(portal, number)).ragione_sociale).toBe('Prima Voce')
    const letter = await mailTo(portal, 'prima@voci.example')
    expect(letter?.text).toContain('#codice=')
    expect(letter?.text).not.toContain('Estranea')
    // One at a time, so that nobody prolongs the week or floods the earlier applicant.
    const second = await sendApplication(portal, { piva: number, ...overwrite })
    expect([second.status, second.body.errorCode]).toEqual([409, 'sostituzione_in_attesa'])
    const link = await secretIn(portal, 'prima@voci.example')
    expect((await portal.visitor.raw('POST', '/v1/noauth/conferma-pg', { collegamento: link })).status).toBe(404)
    expect((await answer(link, 0)).status).toBe(200)
  })

  test('replaces a pending request when the earlier applicant accepts: every date begins again, the history stays', async () => {
    const { number } = await pending({ note: 'Vecchie note.' })
    await sendApplication(portal, { piva: number, ragione_sociale: 'Seconda Voce', ...overwrite })
    portal.clock.advance(3 * 86_400)
    const link = await secretIn(portal, 'prima@voci.example')
    expect((await answer(link, 1)).body.result).toEqual({ flag_sostituita: 1 })
    const record = await recordOf(portal, number)
    expect(record).toMatchObject({
      ragione_sociale: 'Seconda Voce',
      id_stato_persona_giuridica: 1,
      flag_termine_prorogato: 0,
      data_richiesta: portal.clock.now().toISOString(),
    })
    expect(record).not.toHaveProperty('data_preavviso')
    expect(record.listaAllegatoPersonaGiuridica).toHaveLength(7)
    const history = await historyOf(number)
    expect(history.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'domanda_sostituita',
      'sostituzione_chiesta',
      'domanda',
    ])
    expect(history[0].campi_modificati).toEqual(
      expect.arrayContaining([
        { campo: 'ragione_sociale', prima: 'Prima Voce', dopo: 'Seconda Voce' },
        { campo: 'note', prima: 'Vecchie note.' },
      ]),
    )
    expect((await mailTo(portal, 'prima@voci.example'))?.subject).toContain('sostituita')
    expect((await mailTo(portal))?.subject).toContain(record.numero_richiesta)
    expect((await answer(link, 1)).status).toBe(404)
  })

  test('leaves a pending request as it is when the earlier applicant refuses', async () => {
    const { number } = await pending()
    const email = 'estranea@voci.example'
    await sendApplication(portal, { piva: number, anagrafica: { ...seat, email }, ...overwrite })
    expect((await answer(await secretIn(portal, 'prima@voci.example'), 0)).body.result).toEqual({ flag_sostituita: 0 })
    // Before a mail that nobody has sent for five days is given up.
    expect((await mailTo(portal, email))?.subject).toContain('non è stata accolta')
    portal.clock.advance(8 * 86_400)
    expect(await night()).toMatchObject({ replaced: 0 })
    expect(await recordOf(portal, number)).toMatchObject({
      ragione_sociale: 'Prima Voce',
      data_preavviso: expect.any(String),
    })
    const again = await sendApplication(portal, { piva: number, ...overwrite })
    expect(again.status).toBe(200)
    expect((await answer(await secretIn(portal, 'prima@voci.example'), 0)).status).toBe(200)
  })

  test('replaces a pending request after a week without an answer, by night, unless the office works on it', async () => {
    const { id, number } = await pending()
    const approved = await pending()
    const visitor = newVisitor(portal)
    const documents = await uploadDocuments(visitor)
    for (const piva of [number, approved.number]) {
      await solveCaptcha(visitor)
      const files = piva === number ? documents : await uploadDocuments(visitor)
      const sent = applicationOnWire(files, { piva, ragione_sociale: 'Seconda Voce', ...overwrite })
      expect((await visitor.raw('POST', '/v1/noauth/add-pg', sent)).status).toBe(200)
    }
    await act(portal, await portal.as('registerAdmin'), approved.number, 'approva', checklist)
    portal.clock.advance(6 * 86_400)
    await portal.services.retention.run('hourly')
    expect(await night()).toMatchObject({ replaced: 0 })
    portal.clock.advance(86_400)
    await (await portal.as('registerOperator')).raw('GET', `/v1/associazioni/lock/${id}`)
    expect(await night()).toMatchObject({ replaced: 0 })
    portal.clock.advance(86_400)
    expect(await night()).toMatchObject({ replaced: 1 })
    expect(await night()).toMatchObject({ replaced: 0 })
    const record = await recordOf(portal, number)
    expect(record).toMatchObject({ ragione_sociale: 'Seconda Voce', data_richiesta: portal.clock.now().toISOString() })
    expect(record.listaAllegatoPersonaGiuridica).toHaveLength(7)
    expect(await recordOf(portal, approved.number)).toMatchObject({
      ragione_sociale: 'Prima Voce',
      id_stato_persona_giuridica: 4,
    })
  })
})

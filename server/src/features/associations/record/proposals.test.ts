import { associationFields, fieldBasis } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unaudited } from '#platform/database/transaction.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import {
  act,
  applicationOnWire,
  mailTo,
  makeAssociation,
  recordOf,
  uploadDocuments,
  uploadPdf,
} from '../../../../test/make-association.ts'

let portal: TestApp
let member: Caller
let admin: Caller
let operator: Caller
let memberId: number
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000' } })
  member = await portal.as('associationMember')
  admin = await portal.as('registerAdmin')
  operator = await portal.as('registerOperator')
  memberId = await portal.idOf('associationMember')
})
afterAll(() => portal.close())

type Body = Record<string, never>
let id = 0
let number = ''
let documents: Awaited<ReturnType<typeof uploadDocuments>> = []
/** What the association sends: everything as it is, but for some changes. */
const send = async (more: object, versione?: number) => {
  const own = (await member.raw('GET', '/v1/associazioni/proprie')).body.result as Body[]
  const current = own.find((one) => one.id_persona_giuridica === id)
  return member.raw('POST', '/v1/noauth/mod-pg', {
    ...applicationOnWire(documents, { piva: number }),
    id_persona_giuridica: id,
    versione: versione ?? current?.versione,
    ...more,
  })
}
const publicName = async () =>
  (await portal.visitor.raw('GET', `/v1/noauth/registro/${id}`)).body.result.ente.denominazione as string
const codeOf = async () => {
  const { rows } = await portal.database.pool.query('select certificate_code from associations where id = $1', [id])
  return rows[0].certificate_code as string
}
const verified = async (codice: string) =>
  (await portal.visitor.raw('POST', '/v1/noauth/verifica-certificato', { codice })).body.result
const kindsOf = async () => {
  const { listaView } = (await admin.raw('GET', `/v1/associazioni/iter/${id}?a=50`)).body.result
  return (listaView as Body[]).map(({ tipo }) => tipo)
}
const noticesOf = async () => {
  const { rows } = await portal.database.pool.query(
    'select distinct kind from notices where association_id = $1 order by kind',
    [id],
  )
  return rows.map(({ kind }) => kind as string)
}
const fieldsOf = (proposal: { campi_modificati: { campo: string }[] }) =>
  proposal.campi_modificati.map(({ campo }) => campo)

beforeEach(async () => {
  ;({ id, number } = await makeAssociation(portal, { status: 'enrolled', members: [memberId] }))
  documents = await uploadDocuments(member)
  // The documents of the decree.
  await portal.services.inTransaction(unaudited, (tx) =>
    tx.updateTable('associations').set({ enrolledOn: null }).where('id', '=', id).execute(),
  )
  await send({}, 1)
  await portal.database.pool.query("update associations set enrolled_on = '2026-01-10' where id = $1", [id])
  await portal.database.pool.query('delete from notices where association_id = $1', [id])
})

test('every field of the form rests on the decree or not', () => {
  expect(Object.keys(fieldBasis).sort()).toEqual(Object.keys(associationFields).sort())
})

describe('a change of what the decree rests on', () => {
  test('waits for the register; register, certificate and verification show the decreed facts', async () => {
    const code = await codeOf()
    const seat = { ...applicationOnWire([]).anagrafica, indirizzo: 'Via Nuova 2', recapito_pri: '069999999' }
    const sent = await send({ ragione_sociale: 'Nuovo Nome', anagrafica: seat, numero_iscritti: 130 })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    expect(sent.body.result).toMatchObject({
      ragione_sociale: 'Voci del Quartiere',
      numero_iscritti: 130,
      anagrafica: { indirizzo: 'Via Roma 1', recapito_pri: '069999999' },
      proposta: { data_termine: '2026-12-21T00:00:00.000Z', flag_in_ritardo: 0 },
    })
    expect(sent.body.result.proposta.campi_modificati).toEqual([
      { campo: 'ragione_sociale', prima: 'Voci del Quartiere', dopo: 'Nuovo Nome' },
      { campo: 'anagrafica.indirizzo', prima: 'Via Roma 1', dopo: 'Via Nuova 2' },
    ])
    expect(await publicName()).toBe('Voci del Quartiere')
    expect(await verified(code)).toMatchObject({ flag_valido: 1, ente: { denominazione: 'Voci del Quartiere' } })
    expect(await noticesOf()).toEqual(['associationChanged', 'associationProposed'])
    const { text } = (await mailTo(portal)) ?? {}
    expect(text).toContain('21/12/2026')
    expect(text).toContain('Il termine finiva in un giorno festivo')
    expect((await recordOf(portal, number)).proposta.campi_modificati).toHaveLength(2)
  })

  test('comes into force when the register accepts it, with a new certificate and a letter', async () => {
    const code = await codeOf()
    await send({ ragione_sociale: 'Nuovo Nome' })
    const accepted = await act(portal, operator, number, 'accetta_proposta')
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
    expect(accepted.body.result).toMatchObject({ ragione_sociale: 'Nuovo Nome' })
    expect(accepted.body.result).not.toHaveProperty('proposta')
    expect(await publicName()).toBe('Nuovo Nome')
    expect(await verified(code)).toMatchObject({ flag_valido: 0, flag_sostituito: 1 })
    expect(await verified(await codeOf())).toMatchObject({ flag_valido: 1, ente: { denominazione: 'Nuovo Nome' } })
    expect((await mailTo(portal))?.subject).toContain('accettate')
    expect((await kindsOf()).slice(0, 2)).toEqual(['accetta_proposta', 'modifica_proposta'])
    expect((await act(portal, operator, number, 'accetta_proposta')).body.errorCode).toBe('nessuna_proposta')
  })

  test('never comes into force when the register refuses it, which needs a reason', async () => {
    await send({ ragione_sociale: 'Nuovo Nome' })
    expect((await act(portal, admin, number, 'respingi_proposta')).status).toBe(400)
    const refused = await act(portal, admin, number, 'respingi_proposta', { motivo: 'Manca il verbale.' })
    expect(refused.body.result).toMatchObject({ ragione_sociale: 'Voci del Quartiere' })
    expect(refused.body.result).not.toHaveProperty('proposta')
    expect((await mailTo(portal))?.text).toContain('Manca il verbale.')
    expect(await publicName()).toBe('Voci del Quartiere')
  })

  test('replaces an open one, with its history, and can be withdrawn', async () => {
    await send({ ragione_sociale: 'Primo' })
    const again = await send({ ragione_sociale: 'Secondo' })
    expect(again.body.result.proposta.campi_modificati).toMatchObject([{ dopo: 'Secondo' }])
    // The same again, or only something else, leaves it as it is.
    await send({ ragione_sociale: 'Secondo' })
    const other = await send({ numero_iscritti: 99 })
    expect(other.body.result).toMatchObject({
      numero_iscritti: 99,
      proposta: { campi_modificati: [{ dopo: 'Secondo' }] },
    })
    expect((await kindsOf()).filter((kind) => kind === 'modifica_proposta')).toHaveLength(2)
    const withdrawn = await member.raw('POST', '/v1/associazioni/ritira', {
      id_persona_giuridica: id,
      oggetto: 'proposta',
    })
    expect(withdrawn.body.result).not.toHaveProperty('proposta')
    expect(await noticesOf()).toContain('proposalWithdrawn')
    expect((await act(portal, admin, number, 'accetta_proposta')).body.errorCode).toBe('nessuna_proposta')
  })

  test('of deed and statute has its files, which are no documents until then', async () => {
    const statute = await uploadPdf(member, 2)
    const without = documents.filter(({ id_tipo_allegato: type }) => type !== 2)
    const sent = await send({ listaAllegatoPersonaGiuridica: [...without, statute] })
    expect(fieldsOf(sent.body.result.proposta)).toEqual(['listaAllegatoPersonaGiuridica2'])
    const filesOf = async () =>
      ((await recordOf(portal, number)).listaAllegatoPersonaGiuridica as Body[]).map(({ cmis_id }) => cmis_id).sort()
    const before = documents.map(({ cmis_id }) => cmis_id).sort()
    expect(await filesOf()).toEqual(before)
    // Another statute replaces the proposed one.
    const better = await uploadPdf(member, 2)
    await send({ listaAllegatoPersonaGiuridica: [...without, better] })
    portal.clock.advance(60)
    await act(portal, admin, number, 'accetta_proposta')
    expect(await filesOf()).toEqual([...without, better].map(({ cmis_id }) => cmis_id).sort())
    const { listaView } = (await admin.raw('GET', `/v1/associazioni/iter/${id}`)).body.result
    const proposed = (listaView as Body[]).find(({ tipo }) => tipo === 'modifica_proposta')
    const past = (
      await admin.raw('GET', `/v1/associazioni/dettaglio-strorico/${proposed?.id_storico_persona_giuridica}`)
    ).body.result.listaAllegatoPersonaGiuridica as Body[]
    expect(past.map(({ cmis_id }) => cmis_id).sort()).toEqual(before)
  })

  test('by the office is a proposal too, and names who proposed it', async () => {
    const { versione } = await recordOf(portal, number)
    const wire = applicationOnWire([], { piva: number, ragione_sociale: 'Dall’ufficio', note: 'Vista.' })
    const saved = await operator.raw('POST', '/v1/associazioni/mod', { ...wire, id_persona_giuridica: id, versione })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body.result).toMatchObject({
      ragione_sociale: 'Voci del Quartiere',
      note: 'Vista.',
      proposta: { operatore: expect.any(String), campi_modificati: [{ campo: 'ragione_sociale' }] },
    })
    expect(await publicName()).toBe('Voci del Quartiere')
  })

  test('may be of the number, unless another association has it', async () => {
    const other = await makeAssociation(portal, { status: 'enrolled' })
    expect((await send({ piva: other.number })).body.errorCode).toBe('numero_in_uso')
    const sent = await send({ piva: '12345678903' })
    expect([sent.body.result.piva, fieldsOf(sent.body.result.proposta)]).toEqual([number, ['piva']])
    expect((await act(portal, admin, number, 'accetta_proposta')).body.result.piva).toBe('12345678903')
  })

  test('in a renewal waits as well', async () => {
    const fresh = await uploadDocuments(member, [3, 4, 5, 6, 7])
    const kept = documents.filter(({ id_tipo_allegato: type }) => type < 3)
    const { versione } = await recordOf(portal, number)
    const renewal = await member.raw('POST', '/v1/associazioni/rinnovo', {
      ...applicationOnWire([...kept, ...fresh], { piva: number, ragione_sociale: 'Col rinnovo' }),
      id_persona_giuridica: id,
      versione,
    })
    expect(renewal.body.result, JSON.stringify(renewal.body)).toMatchObject({
      id_stato_persona_giuridica: 9,
      ragione_sociale: 'Voci del Quartiere',
      proposta: { campi_modificati: [{ campo: 'ragione_sociale', dopo: 'Col rinnovo' }] },
    })
    expect((await act(portal, admin, number, 'accetta_proposta')).body.result.ragione_sociale).toBe('Col rinnovo')
  })
})

test('a wrong decree is corrected by RUP: the expiry follows, the history keeps what it was', async () => {
  const manager = await portal.as('manager')
  const correction = { numero_decreto: '77/2026', data_decreto: '2026-11-20T00:00:00.000Z', motivo: 'Refuso.' }
  expect((await act(portal, admin, number, 'correggi_decreto', correction)).status).toBe(403)
  const corrected = await act(portal, manager, number, 'correggi_decreto', correction)
  expect(corrected.body.result, JSON.stringify(corrected.body)).toMatchObject({
    numero_decreto: '77/2026',
    data_decreto: '2026-11-20T00:00:00.000Z',
    data_iscrizione: '2026-11-20T00:00:00.000Z',
    data_scadenza_iscrizione: '2027-11-20T00:00:00.000Z',
  })
  const { listaView } = (await admin.raw('GET', `/v1/associazioni/iter/${id}`)).body.result
  expect(listaView[0]).toMatchObject({ tipo: 'correggi_decreto', motivo: 'Refuso.' })
  expect(listaView[0].campi_modificati).toEqual([
    { campo: 'numero_decreto', dopo: '77/2026' },
    { campo: 'data_decreto', dopo: '2026-11-20T00:00:00.000Z' },
  ])
  expect((await mailTo(portal))?.text).toContain('Refuso.')
})

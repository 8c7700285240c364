import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import {
  act,
  applicationOnWire,
  checklist,
  deliverMails,
  mailTo,
  makeAssociation,
  recordOf,
  secretIn,
  sendApplication,
  uploadDocuments,
  uploadPdf,
} from '../../../../test/make-association.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000' } })
})
afterAll(() => portal.close())

const path = '/v1/noauth/mod-pg'
const open = (collegamento: string) => portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })

const isStatute = (document: object) => 'id_tipo_allegato' in document && document.id_tipo_allegato === 2

/** A request that was just sent, with the link of its receipt and what sends it again with changes. */
async function applied() {
  const { visitor, sent } = await sendApplication(portal)
  const collegamento = await secretIn(portal)
  const correct = (versione: number, more: object = {}) =>
    visitor.raw('POST', path, { ...sent, collegamento, versione, ...more })
  return { visitor, sent, collegamento, correct }
}

describe('a request that nobody has checked yet', () => {
  test('is corrected by the link of its receipt, more than once; its history says so', async () => {
    const { visitor, sent, collegamento, correct } = await applied()
    const opened = (await open(collegamento)).body.result
    expect(opened).toMatchObject({ ragione_sociale: 'Voci del Quartiere', modifica: null, versione: 1 })
    expect((await correct(1, { numero_iscritti: 121 })).body.result).toMatchObject({
      numero_iscritti: 121,
      versione: 2,
    })
    expect((await mailTo(portal))?.text).toContain('Se la correzione non viene da te, avvisaci subito.')
    const statute = await uploadPdf(visitor, 2)
    const documents = sent.listaAllegatoPersonaGiuridica.filter((one) => !isStatute(one))
    const again = await correct(2, { listaAllegatoPersonaGiuridica: [...documents, statute] })
    expect([again.status, again.body.result.id_stato_persona_giuridica]).toEqual([200, 1])
    const { id_persona_giuridica: id, listaAllegatoPersonaGiuridica: stored } = await recordOf(portal, sent.piva)
    expect(stored).toHaveLength(7)
    expect(stored.filter(isStatute)).toMatchObject([{ cmis_id: statute.cmis_id }])
    const staff = await portal.as('registerAdmin')
    const { listaView } = (await staff.raw('GET', `/v1/associazioni/iter/${id}`)).body.result
    const kinds = listaView.map(({ tipo }: { tipo: string }) => tipo)
    expect(kinds.filter((kind: string) => kind === 'domanda_corretta')).toHaveLength(2)
  })

  test('waits while an operator has it open', async () => {
    const { sent, correct } = await applied()
    const { id_persona_giuridica: id } = await recordOf(portal, sent.piva)
    const staff = await portal.as('registerOperator')
    await staff.raw('GET', `/v1/associazioni/lock/${id}`)
    expect((await correct(1)).body.errorCode).toBe('verifica_in_corso')
    await staff.raw('GET', `/v1/associazioni/lock/${id}?azione=rilascia`)
    expect((await correct(1, { numero_iscritti: 7 })).status).toBe(200)
  })

  describe('of a signed-in applicant', () => {
    const contact = (taxCode: string) => ({
      listaPersonaGiuridicaReferente: [
        { nomeReferente: 'Amina', cognomeReferente: 'Diallo', cfReferente: taxCode, mailReferente: 'a@x.it' },
      ],
    })
    const somebodyElse = 'BRNMRA70A01H501R'
    let member: Caller
    let cf: string
    beforeAll(async () => {
      member = await portal.as('associationMember')
      cf = (await member.raw('GET', '/v1/utenti/in-sessione')).body.result.cf
    })
    const apply = async (taxCode: string) => {
      const sent = applicationOnWire(await uploadDocuments(member), contact(taxCode))
      expect((await member.raw('POST', '/v1/noauth/add-pg', sent)).status).toBe(200)
      return { sent, id: (await recordOf(portal, sent.piva)).id_persona_giuridica as number }
    }
    const change = ({ sent, id }: Awaited<ReturnType<typeof apply>>, more: object = {}) =>
      member.raw('POST', path, { ...sent, id_persona_giuridica: id, versione: 1, numero_iscritti: 9, ...more })

    test('is corrected from the personal area if it names them, and otherwise by nobody', async () => {
      expect((await change(await apply(cf))).body.result).toMatchObject({
        numero_iscritti: 9,
        id_stato_persona_giuridica: 1,
      })
      expect((await change(await apply(somebodyElse))).status).toBe(404)
    })

    test('is theirs no more once the applicant corrects it to name somebody else', async () => {
      const own = await apply(cf)
      expect((await change(own, contact(somebodyElse))).status).toBe(200)
      expect((await change(own, { versione: 2 })).status).toBe(404)
      expect((await member.raw('GET', `/v1/associazioni/propria/iter/${own.id}`)).status).toBe(404)
    })

    test('is theirs no more once the office saves that it names somebody else', async () => {
      const own = await apply(cf)
      const staff = await portal.as('registerOperator')
      const record = await recordOf(portal, own.sent.piva)
      expect((await staff.raw('POST', '/v1/associazioni/mod', { ...record, ...contact(somebodyElse) })).status).toBe(
        200,
      )
      expect((await change(own, { versione: 2 })).status).toBe(404)
    })
  })
})

describe('once the register has begun to check it', () => {
  const checkOne = async (number: string) => {
    const staff: Caller = await portal.as('registerOperator')
    const { id_persona_giuridica } = await recordOf(portal, number)
    const documenti_verificati = [1]
    return staff.raw('POST', '/v1/associazioni/verifica-documenti', { id_persona_giuridica, documenti_verificati })
  }

  test('a correction is refused with the address to write to, and nothing changes', async () => {
    const { sent, collegamento, correct } = await applied()
    expect((await checkOne(sent.piva)).status).toBe(200)
    const refused = await correct(1, { numero_iscritti: 1 })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'verifica_iniziata'])
    expect(refused.body.result.descrizione).toMatch(/scrivi a \S+@\S+ o chiama [\d ]+/)
    expect((await open(collegamento)).body.result).toMatchObject({
      modifica: 'verifica_iniziata',
      numero_iscritti: 120,
    })
  })

  test('the link of a request for documents takes the place of that of the receipt', async () => {
    const { sent, collegamento } = await applied()
    const staff = await portal.as('registerOperator')
    await act(portal, staff, sent.piva, 'richiedi_documenti', { noteMail: 'Il bilancio.' })
    expect((await open(collegamento)).status).toBe(404)
    expect((await open(await secretIn(portal))).body.result).toMatchObject({ modifica: null })
  })

  test('the link ends with the check', async () => {
    const { sent, collegamento } = await applied()
    await act(portal, await portal.as('registerAdmin'), sent.piva, 'approva', checklist)
    expect((await open(collegamento)).status).toBe(404)
  })
})

test('letters go to the certified address and to the e-mail address', async () => {
  const anagrafica = { ...applicationOnWire([]).anagrafica, email: 'posta@ponti.example', pec: 'ponti@pec.example' }
  const { number } = await makeAssociation(portal, { wire: { anagrafica } })
  await act(portal, await portal.as('registerOperator'), number, 'richiedi_documenti', { noteMail: 'Lo statuto.' })
  await deliverMails(portal)
  const sent = portal.letters.filter(({ text }) => text.includes('Lo statuto.')).map(({ to }) => to)
  expect(sent.sort()).toEqual(['ponti@pec.example', 'posta@ponti.example'])
})

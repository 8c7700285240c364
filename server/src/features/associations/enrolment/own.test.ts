import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { operatorOnWire } from '../../../../test/make.ts'
import {
  acceptInvitations,
  act,
  applicationOnWire,
  contactCode,
  decree,
  mailTo,
  makeAssociation,
  recordOf,
  secretIn,
  uploadDocuments,
  uploadPdf,
} from '../../../../test/make-association.ts'
import { newVisitor } from '../../../../test/upload.ts'

let portal: TestApp
let member: Caller
let memberId: number
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000000' } })
  member = await portal.as('associationMember')
  memberId = await portal.idOf('associationMember')
})
afterAll(() => portal.close())

const path = '/v1/noauth/mod-pg'
const asked = { azione: 'richiedi_documenti', noteMail: 'Manca il bilancio.' }

/** A change with documents that a caller uploaded for it. */
const changeBy = async (caller: Caller, made: { number: string }, more: object = {}) =>
  applicationOnWire(await uploadDocuments(caller), { piva: made.number, versione: 1, ...more })

async function withLink(columns: object = {}) {
  const made = await makeAssociation(portal, { ...columns })
  await act(portal, await portal.as('registerOperator'), made.number, asked.azione, { noteMail: asked.noteMail })
  return { ...made, collegamento: await secretIn(portal) }
}
const contact = (cfReferente: string, mailReferente: string) => ({
  listaPersonaGiuridicaReferente: [{ nomeReferente: 'Lia', cognomeReferente: 'Nova', cfReferente, mailReferente }],
})
const peopleOf = async (id: number) => {
  const { rows } = await portal.database.pool.query(
    'select position, user_id from association_people where association_id = $1 order by user_id, position',
    [id],
  )
  return rows as { position: string; user_id: number }[]
}

describe('an enrolled association', () => {
  test('is neither read nor changed by an anonymous visitor', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled', members: [memberId] })
    const visitor = newVisitor(portal)
    const change = await changeBy(visitor, made, { ragione_sociale: 'Rubata' })
    const replies = [
      await visitor.raw('POST', path, change),
      await visitor.raw('POST', path, { ...change, id_persona_giuridica: made.id }),
      await visitor.raw('POST', path, { ...change, collegamento: 'x'.repeat(43) }),
      await visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento: 'x'.repeat(43) }),
      await visitor.raw('GET', '/v1/associazioni/proprie'),
    ]
    expect(replies.map(({ status }) => status)).toEqual([400, 401, 404, 404, 401])
    expect((await recordOf(portal, made.number)).ragione_sociale).toBe('Voci del Quartiere')
  })

  test('does not exist for the members of others, and staff change it by their own call', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled' })
    const change = { ...(await changeBy(member, made)), id_persona_giuridica: made.id }
    expect((await member.raw('POST', path, change)).status).toBe(404)
    for (const role of ['manager', 'registerAdmin', 'registerOperator', 'operatorOne'] as const)
      expect((await (await portal.as(role)).raw('POST', path, change)).status).toBe(403)
    for (const call of ['propria/iter', 'certificato'])
      expect((await member.raw('GET', `/v1/associazioni/${call}/${made.id}`)).status).toBe(404)
  })

  test('is changed at once by its member where no decree rests on it, with a history and a notice', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled', members: [memberId] })
    const id = { id_persona_giuridica: made.id }
    const sent = { ...applicationOnWire([], { piva: made.number, versione: 1 }), ...id, numero_iscritti: 130 }
    const documents = await uploadDocuments(member)
    const changed = await member.raw('POST', path, { ...sent, listaAllegatoPersonaGiuridica: documents })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body.result).toMatchObject({ numero_iscritti: 130, versione: 2 })
    const staff = await portal.as('registerAdmin')
    const { listaView } = (await staff.raw('GET', `/v1/associazioni/iter/${made.id}`)).body.result
    expect(listaView.find(({ tipo }: { tipo: string }) => tipo === 'modifica_associazione')).toMatchObject({
      campi_modificati: [{ campo: 'numero_iscritti', prima: 120, dopo: 130 }],
    })
    const { rows } = await portal.database.pool.query(
      'select distinct kind from notices where association_id = $1 order by kind',
      [made.id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['associationChanged', 'associationProposed'])
    const older = await member.raw('POST', path, sent)
    expect([older.status, older.body.errorCode]).toEqual([400, 'dati_non_validi'])
    const olderVersion = await member.raw('POST', path, { ...sent, listaAllegatoPersonaGiuridica: documents })
    expect([olderVersion.status, olderVersion.body.errorCode]).toEqual([409, 'conflitto'])
  })

  test('waits while somebody of the office verifies it', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled', members: [memberId] })
    await (await portal.as('registerAdmin')).raw('GET', `/v1/associazioni/lock/${made.id}`)
    const sent = await changeBy(member, made, { id_persona_giuridica: made.id })
    const { status, body } = await member.raw('POST', path, sent)
    expect([status, body.errorCode]).toEqual([409, 'verifica_in_corso'])
    const own = (await member.raw('GET', '/v1/associazioni/proprie')).body.result
    expect(own.find((one: { id_persona_giuridica: number }) => one.id_persona_giuridica === made.id)).toMatchObject({
      modifica: 'bloccato',
    })
  })

  test('asks for its removal: RUP and the register get a notice, it may be withdrawn, and RUP needs no reason', async () => {
    const made = await makeAssociation(portal, { status: 'enrolled', members: [memberId] })
    const body = { id_persona_giuridica: made.id, motivo: 'Ci sciogliamo.' }
    const ask = () => member.raw('POST', '/v1/associazioni/chiedi-cancellazione', body)
    const withdraw = () =>
      member.raw('POST', '/v1/associazioni/ritira', { id_persona_giuridica: made.id, oggetto: 'cancellazione' })
    const noticesOf = async (kind: string) => {
      const { rows } = await portal.database.pool.query(
        'select user_id from notices where association_id = $1 and kind = $2',
        [made.id, kind],
      )
      return rows.map(({ user_id }) => user_id as number)
    }
    expect((await ask()).body.result).toMatchObject({
      flag_cancellazione_richiesta: 1,
      data_richiesta_cancellazione: '2026-11-20T00:00:00.000Z',
      data_termine_cancellazione: '2026-12-21T00:00:00.000Z',
      id_stato_persona_giuridica: 5,
    })
    const deciding = [await portal.idOf('manager'), await portal.idOf('registerAdmin')]
    expect(await noticesOf('removalRequested')).toEqual(expect.arrayContaining(deciding))
    expect((await ask()).body.errorCode).toBe('cancellazione_gia_richiesta')
    expect((await withdraw()).body.result).toMatchObject({ flag_cancellazione_richiesta: 0 })
    expect(await noticesOf('removalWithdrawn')).toEqual(expect.arrayContaining(deciding))
    expect((await withdraw()).body.errorCode).toBe('cancellazione_non_richiesta')
    await ask()
    expect((await act(portal, await portal.as('manager'), made.number, 'cancella')).body.result).toMatchObject({
      id_stato_persona_giuridica: 7,
      data_chiusura: '2026-11-20T00:00:00.000Z',
      flag_cancellazione_richiesta: 0,
    })
    expect((await ask()).status).toBe(409)
  })

  test('whose removal was requested keeps no request beyond the next decree', async () => {
    const columns = { removalRequestedOn: '2026-11-19' } as const
    const made = await makeAssociation(portal, { status: 'renewalApproved', columns })
    const signed = await act(portal, await portal.as('manager'), made.number, 'firma_rinnovo', decree)
    expect(signed.body.result).toMatchObject({ id_stato_persona_giuridica: 5, flag_cancellazione_richiesta: 0 })
  })

  test('withdraws a renewal that nobody decided, and its link opens nothing', async () => {
    const made = await makeAssociation(portal, { status: 'renewalAsked', members: [memberId] })
    await act(portal, await portal.as('registerOperator'), made.number, asked.azione, { noteMail: asked.noteMail })
    const collegamento = await secretIn(portal)
    const body = { id_persona_giuridica: made.id, oggetto: 'rinnovo' }
    const withdrawn = await member.raw('POST', '/v1/associazioni/ritira', body)
    expect(withdrawn.body.result, JSON.stringify(withdrawn.body)).toMatchObject({ id_stato_persona_giuridica: 5 })
    expect((await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status).toBe(404)
    expect((await member.raw('POST', '/v1/associazioni/ritira', body)).status).toBe(409)
  })
})

describe('the link of a request for documents', () => {
  test('is used once', async () => {
    const { number, collegamento } = await withLink()
    const visitor = newVisitor(portal)
    const sent = await changeBy(visitor, { number }, { collegamento, versione: 2 })
    expect((await visitor.raw('POST', path, sent)).body.result).toMatchObject({ id_stato_persona_giuridica: 1 })
    expect((await visitor.raw('POST', path, sent)).status).toBe(404)
    expect((await visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status).toBe(404)
  })

  test.each([
    [
      'by its action',
      (number: string, noteMail: string) =>
        portal
          .as('registerOperator')
          .then((operator) => act(portal, operator, number, 'correggi_documenti', { noteMail })),
    ],
    [
      'by saving the record',
      async (number: string, noteMail: string) => {
        const operator = await portal.as('registerOperator')
        const { id_persona_giuridica, versione, ...record } = await recordOf(portal, number)
        return operator.raw('POST', '/v1/associazioni/mod', { ...record, id_persona_giuridica, versione, noteMail })
      },
    ],
  ])(
    'is replaced where the request is corrected %s: a new letter, the same term, and its place in the history',
    async (_, correct) => {
      const { id, number, collegamento } = await withLink()
      const before = await recordOf(portal, number)
      const corrected = await correct(number, 'Lo statuto firmato.')
      expect(corrected.body.result, JSON.stringify(corrected.body)).toMatchObject({
        id_stato_persona_giuridica: 3,
        noteMail: 'Lo statuto firmato.',
        data_scadenza_integrazione: before.data_scadenza_integrazione,
      })
      expect((await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status).toBe(404)
      const letter = await mailTo(portal)
      expect(letter?.text).toContain('Lo statuto firmato.')
      const opened = await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento: await secretIn(portal) })
      expect(opened.body.result).toMatchObject({ noteMail: 'Lo statuto firmato.' })
      const operator = await portal.as('registerOperator')
      const [newest] = (await operator.raw('GET', `/v1/associazioni/iter/${id}`)).body.result.listaView
      expect(newest).toMatchObject({ tipo: 'correggi_documenti', motivo: 'Lo statuto firmato.' })
      // The same text again sends nothing.
      const letters = portal.letters.length
      await correct(number, 'Lo statuto firmato.').then(() => mailTo(portal))
      expect(portal.letters.length - letters).toBe(_ === 'by saving the record' ? 0 : 1)
    },
  )

  test('ends with its term, and goes on where the term is extended', async () => {
    const { id, number, collegamento } = await withLink()
    const open = async () => (await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status
    const start = portal.clock.now()
    // The thirtieth day is a Sunday: the term ends on Monday.
    portal.clock.advance(31 * 86_400)
    expect(await open()).toBe(200)
    portal.clock.advance(86_400)
    expect(await open()).toBe(404)
    const staff = () => portal.as('registerOperator')
    expect((await act(portal, await staff(), number, 'proroga_termine')).body.result).toMatchObject({
      flag_termine_prorogato: 1,
      flag_in_ritardo: 0,
      data_scadenza_integrazione: '2027-01-21T00:00:00.000Z',
    })
    expect(await open()).toBe(200)
    portal.clock.advance(31 * 86_400)
    expect((await recordOf(portal, number)).flag_in_ritardo).toBe(1)
    expect((await act(portal, await staff(), number, 'proroga_termine')).body.errorCode).toBe('termine_gia_prorogato')
    const returned = await act(portal, await staff(), number, 'riporta_all_origine', { motivo: 'Nulla è arrivato.' })
    expect(returned.body.result).toMatchObject({ id_persona_giuridica: id, id_stato_persona_giuridica: 1 })
    expect(await open()).toBe(404)
    portal.clock.set(start)
    // By then the sessions have ended.
    member = await portal.as('associationMember')
  })

  test('opens nothing of a request that replaced the one it was for', async () => {
    const { number, collegamento } = await withLink()
    const visitor = newVisitor(portal)
    await visitor.raw('GET', '/v1/captcha?type=image&lang=it&t=1')
    await visitor.raw('GET', '/v1/captcha/checkCaptcha?answer=246813')
    const sent = { ...(await changeBy(visitor, { number }, { flag_sovrascrivi: 1 })), versione: undefined }
    expect((await visitor.raw('POST', '/v1/noauth/add-pg', sent)).status).toBe(200)
    const answer = { collegamento: await secretIn(portal), flag_accettata: 1 }
    expect((await portal.visitor.raw('POST', '/v1/noauth/sostituzione-pg', answer)).status).toBe(200)
    expect((await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).status).toBe(404)
  })

  test('shows neither the correspondence nor the people of the office', async () => {
    const { id, collegamento } = await withLink()
    const staff = await portal.as('registerAdmin')
    const file = await uploadPdf(staff, 8)
    const body = { id_persona_giuridica: id, allegati: [{ cmis_id: file.cmis_id }] }
    expect((await staff.raw('POST', '/v1/associazioni/corrispondenza', body)).status).toBe(200)
    const { result } = (await portal.visitor.raw('POST', '/v1/noauth/pratica-pg', { collegamento })).body
    expect(JSON.stringify(result)).not.toContain(file.cmis_id)
    for (const name of ['listaAllegatoPersonaGiuridica8', 'azioni', 'storicoPersonaGiuridica'])
      expect(result).not.toHaveProperty(name)
  })
})

describe('the contacts of an enrolled association', () => {
  const newCode = 'NVOLIA80A41H501W'

  test('become users when they sign in, act for it when they accept, and lose it when they leave', async () => {
    const made = await makeAssociation(portal, { status: 'approvedToSign', wire: contact(newCode, 'lia@voci.example') })
    const accounts = async () => (await portal.database.pool.query('select count(*)::int as n from users')).rows[0].n
    const before = await accounts()
    const signIn = () => portal.services.associations.invitations.claim(newCode)
    await signIn()
    expect((await act(portal, await portal.as('manager'), made.number, 'firma', decree)).status).toBe(200)
    // Nobody has an account or acts for the association yet.
    expect([await accounts(), await peopleOf(made.id)]).toEqual([before, []])

    await signIn()
    await signIn()
    expect([await accounts(), await peopleOf(made.id)]).toEqual([before + 1, []])
    const invited = await portal.asPerson(contactCode)
    const named = await makeAssociation(portal, { status: 'approvedToSign' })
    await act(portal, await portal.as('manager'), named.number, 'firma', decree)
    expect((await invited.raw('GET', '/v1/associazioni/incarichi')).body.result).toContainEqual({
      id_persona_giuridica: named.id,
      ragione_sociale: 'Voci del Quartiere',
      ruoli: ['referente'],
    })
    expect((await invited.raw('GET', `/v1/associazioni/propria/iter/${named.id}`)).status).toBe(404)
    expect(await acceptInvitations(invited)).toContain(named.id)
    expect((await invited.raw('GET', `/v1/associazioni/propria/iter/${named.id}`)).status).toBe(200)
    expect((await invited.raw('GET', '/v1/associazioni/incarichi')).body.result).toEqual([])

    const staff = await portal.as('registerAdmin')
    const { versione } = await recordOf(portal, named.number)
    const other = contact(newCode, 'lia@voci.example')
    const save = {
      ...applicationOnWire([], { piva: named.number, ...other }),
      id_persona_giuridica: named.id,
      versione,
    }
    expect((await staff.raw('POST', '/v1/associazioni/mod', save)).status).toBe(200)
    expect((await invited.raw('GET', `/v1/associazioni/propria/iter/${named.id}`)).status).toBe(404)
  })

  test('decline: nothing of the association opens, and its history says so', async () => {
    const made = await makeAssociation(portal, { status: 'approvedToSign' })
    await act(portal, await portal.as('manager'), made.number, 'firma', decree)
    const invited = await portal.asPerson(contactCode)
    const answer = { id_persona_giuridica: made.id, flag_accettato: 0 }
    expect((await invited.raw('POST', '/v1/associazioni/incarichi', answer)).status).toBe(200)
    expect((await invited.raw('POST', '/v1/associazioni/incarichi', answer)).status).toBe(404)
    expect((await invited.raw('GET', `/v1/associazioni/propria/iter/${made.id}`)).status).toBe(404)
    const { listaView } = (await (await portal.as('registerAdmin')).raw('GET', `/v1/associazioni/iter/${made.id}`)).body
      .result
    expect(listaView[0]).toMatchObject({ tipo: 'incarico_rifiutato' })
  })

  test('who are staff stop it, and their accounts stay as they are', async () => {
    const account = operatorOnWire()
    const manager = await portal.as('manager')
    await manager.raw('POST', '/v1/admin/add-operatore', account)
    const rolesOf = async () => {
      const { rows } = await portal.database.pool.query('select user_id, role from user_roles order by user_id, place')
      return rows
    }
    const before = await rolesOf()
    const wire = contact(String(account.cf), String(account.mail))
    const made = await makeAssociation(portal, { status: 'approvedToSign', wire })
    const { status, body } = await act(portal, manager, made.number, 'firma', decree)
    expect([status, body.errorCode]).toEqual([412, 'referenti_non_abilitati'])
    const enrolled = await makeAssociation(portal, { status: 'enrolled', members: [memberId] })
    const change = await changeBy(member, enrolled, { ...wire, id_persona_giuridica: enrolled.id })
    expect((await member.raw('POST', path, change)).status).toBe(412)
    expect(await rolesOf()).toEqual(before)
  })

  test('whom a row without a seal names are invited to nothing', async () => {
    const made = await makeAssociation(portal, { status: 'approvedToSign' })
    const target = await makeAssociation(portal, { status: 'enrolled' })
    await act(portal, await portal.as('manager'), made.number, 'firma', decree)
    await portal.database.pool.query(
      'update association_invitations set association_id = $2 where association_id = $1',
      [made.id, target.id],
    )
    const invited = await portal.asPerson(contactCode)
    const ids = (await invited.raw('GET', '/v1/associazioni/incarichi')).body.result.map(
      (one: { id_persona_giuridica: number }) => one.id_persona_giuridica,
    )
    expect(ids).not.toContain(target.id)
    const answer = { id_persona_giuridica: target.id, flag_accettato: 1 }
    expect((await invited.raw('POST', '/v1/associazioni/incarichi', answer)).status).toBe(404)
  })

  test.each(['sign', 'mod', 'mod-pg', 'rinnovo'] as const)(
    'whose address another account has stop %s, and nothing is saved',
    async (call) => {
      const taken = contact('TKNLIA80A41H501O', `presa.${call}@example.it`)
      await (await portal.as('manager')).raw('POST', '/v1/admin/add-operatore', {
        ...operatorOnWire(),
        mail: taken.listaPersonaGiuridicaReferente[0]?.mailReferente,
      })
      const isSigning = call === 'sign'
      const status = isSigning ? 'approvedToSign' : 'enrolled'
      const made = await makeAssociation(portal, { status, members: [memberId], wire: isSigning ? taken : {} })
      const count = async () => {
        const { rows } = await portal.database.pool.query(
          `select (select count(*)::int from users) as users, (select count(*)::int from association_events) as events,
             (select count(*)::int from files where claimed_at is not null) as files, version, status
           from associations where id = $1`,
          [made.id],
        )
        return { ...rows[0], people: await peopleOf(made.id) }
      }
      const admin = await portal.as('registerAdmin')
      const change = async (caller: Caller) => ({
        ...(await changeBy(caller, made, taken)),
        id_persona_giuridica: made.id,
      })
      const calls = {
        sign: async () => act(portal, await portal.as('manager'), made.number, 'firma', decree),
        mod: async () => admin.raw('POST', '/v1/associazioni/mod', { ...(await change(admin)) }),
        'mod-pg': async () => member.raw('POST', path, await change(member)),
        rinnovo: async () => member.raw('POST', '/v1/associazioni/rinnovo', await change(member)),
      }
      const before = await count()
      const { status: answer, body } = await calls[call]()
      expect([answer, body.errorCode, body.result.descrizione]).toEqual([
        412,
        'referenti_non_abilitati',
        "Errore durante l'abilitazione dei referenti. Tutte le modifiche non saranno salvate.",
      ])
      expect(await count()).toEqual(before)
    },
  )

  test('whose account the office disabled stop it too', async () => {
    const account = operatorOnWire()
    const manager = await portal.as('manager')
    await manager.raw('POST', '/v1/admin/add-operatore', { ...account, flag_abilitazione: 0 })
    const made = await makeAssociation(portal, {
      status: 'approvedToSign',
      wire: contact(String(account.cf), String(account.mail)),
    })
    expect((await act(portal, manager, made.number, 'firma', decree)).status).toBe(412)
  })
})

test('a renewal needs the documents of this year, within its window', async () => {
  const window = [
    ['2027-01-20', 'rinnovo_non_aperto'],
    ['2027-01-19', null],
    ['2026-08-22', null],
    ['2026-08-21', 'rinnovo_non_aperto'],
  ] as const
  for (const [expiresOn, denial] of window) {
    const status = expiresOn > '2026-11-20' ? 'enrolled' : 'expired'
    const made = await makeAssociation(portal, { status, members: [memberId], columns: { expiresOn } })
    const own = (await member.raw('GET', '/v1/associazioni/proprie')).body.result
    const mine = own.find((one: { id_persona_giuridica: number }) => one.id_persona_giuridica === made.id)
    expect([expiresOn, mine.rinnovo]).toEqual([expiresOn, denial])
  }
  const made = await makeAssociation(portal, { status: 'enrolled', members: [memberId] })
  const sent = { ...(await changeBy(member, made)), id_persona_giuridica: made.id }
  const renewed = await member.raw('POST', '/v1/associazioni/rinnovo', sent)
  expect([renewed.status, renewed.body.result?.id_stato_persona_giuridica]).toEqual([200, 9])
  await act(portal, await portal.as('registerAdmin'), made.number, 'richiedi_documenti', { noteMail: 'Il verbale.' })
  const back = (await recordOf(portal, made.number)) as { versione: number; id_stato_origine: number }
  expect(back.id_stato_origine).toBe(9)
  const completed = await member.raw('POST', path, { ...sent, versione: back.versione })
  expect([completed.status, completed.body.result?.id_stato_persona_giuridica]).toEqual([200, 9])
  // The same files again are no documents of this year.
  await portal.database.pool.query("update associations set status = 'enrolled' where id = $1", [made.id])
  const { versione } = await recordOf(portal, made.number)
  const old = await member.raw('POST', '/v1/associazioni/rinnovo', { ...sent, versione })
  expect([old.status, old.body.result.errori.length]).toEqual([400, 5])
})

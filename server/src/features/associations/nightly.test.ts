import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { act, decree, mailTo, makeAssociation, recordOf } from '../../../test/make-association.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { REGISTER_EXPIRY: 'year_end' } })
  // Its enrolment began on the day of the test.
  await portal.database.pool.query('delete from association_people')
  await portal.database.pool.query('delete from associations')
})
afterAll(() => portal.close())

const night = (day?: string) => {
  if (day) portal.clock.set(new Date(`${day}T01:00:00.000Z`))
  return portal.services.audit.job('associations.nightly', (audit) => portal.services.associations.night.run(audit))
}
const lettersOf = async (id: number) => {
  const { rows } = await portal.database.pool.query(
    'select kind from association_letters where association_id = $1 order by id',
    [id],
  )
  return rows.map(({ kind }) => kind as string)
}
const enrolledUntil = (expiresOn: string) =>
  makeAssociation(portal, { status: 'enrolled', columns: { expiresOn: expiresOn as never } })
const empty = { expired: 0, reminded: 0, renewalsEnded: 0, renewalsWarned: 0, replaced: 0 }

describe('the night', () => {
  test('reminds at 60, 30 and 7 days, each once, and ends the enrolment the day after its expiry', async () => {
    const { id, number } = await enrolledUntil('2027-06-30')
    const days = [
      ['2027-04-30', empty],
      ['2027-05-01', { ...empty, reminded: 1 }],
      ['2027-05-01', empty],
      ['2027-05-30', empty],
      ['2027-05-31', { ...empty, reminded: 1 }],
      ['2027-06-22', empty],
      ['2027-06-23', { ...empty, reminded: 1 }],
      ['2027-06-30', empty],
      ['2027-07-01', { ...empty, expired: 1 }],
      ['2027-07-01', empty],
    ] as const
    for (const [day, counts] of days) expect([day, await night(day)]).toEqual([day, counts])
    expect(await lettersOf(id)).toEqual([...Array(3).fill('renewal_reminder'), 'expiry'])
    expect(await recordOf(portal, number)).toMatchObject({
      id_stato_persona_giuridica: 6,
      flag_scaduta: 1,
      data_chiusura: '2027-06-30T00:00:00.000Z',
    })
  })

  test('sends after some nights without it only the nearest reminder', async () => {
    const { id } = await enrolledUntil('2028-06-30')
    expect(await night('2028-06-25')).toEqual({ ...empty, reminded: 1 })
    expect(await night('2028-06-26')).toEqual(empty)
    expect(await lettersOf(id)).toEqual(['renewal_reminder'])
    expect(await night('2028-07-10')).toEqual({ ...empty, expired: 1 })
  })

  test('changes no version: a form that was opened before it may still be sent', async () => {
    const { id, number } = await enrolledUntil('2027-12-31')
    const version = async () => (await recordOf(portal, number)).versione
    const before = await version()
    expect(await night('2027-12-24')).toEqual({ ...empty, reminded: 1 })
    expect(await night('2028-01-01')).toEqual({ ...empty, expired: 1 })
    expect(await version()).toBe(before)
    expect(await lettersOf(id)).toEqual(['renewal_reminder', 'expiry'])
  })

  test('leaves an association alone whose renewal is pending', async () => {
    const made = { expiresOn: '2028-08-01' } as const
    const asked = await makeAssociation(portal, { status: 'renewalAsked', columns: made })
    const approved = await makeAssociation(portal, { status: 'renewalApproved', columns: made })
    expect(await night('2028-09-01')).toEqual(empty)
    // One that waits for the office never ends by itself.
    expect(await night('2028-12-01')).toEqual(empty)
    expect((await recordOf(portal, asked.number)).id_stato_persona_giuridica).toBe(9)
    expect((await recordOf(portal, approved.number)).id_stato_persona_giuridica).toBe(10)
  })

  test('ends a renewal that waits for the association 90 days after the expiry, with a letter 15 days before', async () => {
    const columns = { origin: 'renewalAsked', expiresOn: '2028-08-01', enrolledOn: '2027-08-01' } as const
    const { id, number } = await makeAssociation(portal, { status: 'documentsAsked', columns })
    const request = await makeAssociation(portal, {
      status: 'documentsAsked',
      columns: { documentsDueOn: '2028-07-01' },
    })
    expect(await night('2028-10-14')).toEqual(empty)
    expect(await night('2028-10-15')).toEqual({ ...empty, renewalsWarned: 1 })
    expect(await night('2028-10-15')).toEqual(empty)
    expect((await mailTo(portal))?.text).toContain('30/10/2028')
    expect(await night('2028-10-30')).toEqual(empty)
    expect(await night('2028-10-31')).toEqual({ ...empty, renewalsEnded: 1 })
    expect(await night('2028-10-31')).toEqual(empty)
    expect(await lettersOf(id)).toEqual(['renewal_ending', 'renewal_ended'])
    expect(await recordOf(portal, number)).toMatchObject({
      id_stato_persona_giuridica: 6,
      data_chiusura: '2028-10-31T00:00:00.000Z',
    })
    const { rows } = await portal.database.pool.query('select distinct kind from notices where association_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ kind: 'renewalEnded' }])
    expect((await recordOf(portal, request.number)).id_stato_persona_giuridica).toBe(3)
  })

  test('never ends a renewal without the letter, however late it is', async () => {
    const columns = { origin: 'renewalAsked', expiresOn: '2027-01-01', enrolledOn: '2026-01-01' } as const
    const { id, number } = await makeAssociation(portal, { status: 'documentsAsked', columns })
    expect(await night('2028-11-10')).toEqual({ ...empty, renewalsWarned: 1 })
    expect((await mailTo(portal))?.text).toContain('24/11/2028')
    expect(await night('2028-11-24')).toEqual(empty)
    expect((await recordOf(portal, number)).id_stato_persona_giuridica).toBe(3)
    expect(await night('2028-11-25')).toEqual({ ...empty, renewalsEnded: 1 })
    expect(await lettersOf(id)).toEqual(['renewal_ending', 'renewal_ended'])
  })

  test('goes on where it was stopped: one that fails keeps no other from its turn', async () => {
    const made = [
      await enrolledUntil('2029-01-01'),
      await enrolledUntil('2029-01-01'),
      await enrolledUntil('2029-01-01'),
    ]
    await portal.database.pool.query(
      `alter table association_letters add constraint stop check (association_id <> ${made[1]?.id}) not valid`,
    )
    await expect(night('2029-01-02')).rejects.toThrow('1 associations failed')
    const statuses = async () => {
      const { rows } = await portal.database.pool.query(
        'select status from associations where id = any($1) order by id',
        [made.map(({ id }) => id)],
      )
      return rows.map(({ status }) => status)
    }
    expect(await statuses()).toEqual(['expired', 'enrolled', 'expired'])
    await portal.database.pool.query('alter table association_letters drop constraint stop')
    expect(await night()).toEqual({ ...empty, expired: 1 })
    expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
    for (const { id } of made) expect(await lettersOf(id)).toEqual(['expiry'])
    expect(await night()).toEqual(empty)
  })
})

test('by setting an enrolment ends with the year of its decree, and a renewal with the next year', async () => {
  portal.clock.set(new Date('2026-11-20T10:00:00.000Z'))
  const { number } = await makeAssociation(portal, { status: 'approvedToSign' })
  const signed = await act(portal, await portal.as('manager'), number, 'firma', decree)
  expect(signed.body.result.data_scadenza_iscrizione).toBe('2026-12-31T00:00:00.000Z')
  await portal.database.pool.query("update associations set status = 'renewalApproved' where id = $1", [
    signed.body.result.id_persona_giuridica,
  ])
  const renewed = await act(portal, await portal.as('manager'), number, 'firma_rinnovo', decree)
  expect(renewed.body.result).toMatchObject({
    data_scadenza_iscrizione: '2027-12-31T00:00:00.000Z',
    data_rinnovo_iscrizione: '2026-11-20T00:00:00.000Z',
    data_iscrizione: '2026-11-20T00:00:00.000Z',
  })
})

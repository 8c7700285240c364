import { applicationForm, changeAssociationForm } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import {
  associationOnWire,
  draftOf,
  emptyDraft,
  type FormDraft,
  openedDraft,
  readAssociation,
  savingOf,
  withValue,
} from './association-draft.ts'
import { uploadsIn } from './draft-uploads.ts'

const file = (name: string) => ({ id: `00000000-0000-4000-8000-00000000000${name}`, name: `${name}.pdf`, size: 10 })

const complete: FormDraft = {
  ...emptyDraft,
  name: 'Àgorà',
  number: 'rssnna80a41h501l',
  typeId: 1,
  formedOn: '3/4/2015',
  memberCount: 0,
  representativeFirstName: 'Anna',
  representativeLastName: 'Rossi',
  representativeTaxCode: 'RSSNNA80A41H501L',
  representativeBirthDate: '1/1/1980',
  mainGroundId: 1,
  projects: [{ name: 'Scuola', fieldIds: [2, 3], amount: 500 }],
  deed: [file('1')],
  statute: [file('2')],
  memberList: [file('3')],
  budget: [file('4')],
  activityReport: [file('5')],
  declaration: [file('6')],
  identityDocument: [file('7')],
  contacts: [
    { firstName: 'Luca', lastName: 'Bianchi', taxCode: 'BNCLCU80A01H501Q', email: 'l@example.it', phone: '06 12 34' },
  ],
  email: 'a@example.it',
  phone: '06 1234567',
  consent: true,
}

describe('a draft of an application', () => {
  test('that is complete has no errors and goes out under the names of the wire', () => {
    const { values, fieldErrors } = readAssociation(applicationForm, complete)
    expect(fieldErrors).toEqual([])
    const wire = associationOnWire(applicationForm, values)
    expect(wire).toMatchObject({
      ragione_sociale: 'Àgorà',
      piva: 'RSSNNA80A41H501L',
      data_costituzione: '2015-04-03T00:00:00.000Z',
    })
    expect(wire).toMatchObject({ listaPersonaGiuridicaReferente: [{ recapitoReferente: '061234' }] })
    expect(wire).toMatchObject({
      listaPersonaGiuridicaProgetto: [{ listaAmbitoProgetto: [{ id_ambito: 2 }, { id_ambito: 3 }] }],
    })
  })

  test('that is new has its seat and the people who represent it in nation 105, Italy', () => {
    expect(associationOnWire(applicationForm, readAssociation(applicationForm, emptyDraft).values)).toMatchObject({
      anagrafica: { id_nazione: 105 },
      personaGiuridicaLegaleRappresentante: { id_nazione_nascita: 105, id_nazione_residenza: 105 },
    })
  })

  test('that is empty names each required field', () => {
    const { fieldErrors } = readAssociation(applicationForm, emptyDraft)
    const keys = fieldErrors.map(({ key }) => key)
    expect(keys).toEqual(
      expect.arrayContaining(['name', 'deed', 'identityDocument', 'contacts', 'projects', 'consent']),
    )
  })

  test('loses what depends on a choice with that choice', () => {
    expect(withValue({ seatProvince: 1, seatCity: 2 }, 'seatRegion', 3)).toEqual({
      seatRegion: 3,
      seatProvince: undefined,
      seatCity: undefined,
    })
  })

  test('is saved for later with its files, and opened again with those that are still there', () => {
    const { draft, files, link } = savingOf({ ...complete, draftLink: 'x'.repeat(43) })
    expect([draft.name, draft.draftLink, link]).toEqual(['Àgorà', undefined, 'x'.repeat(43)])
    expect(files).toHaveLength(7)
    const opened = openedDraft(draft as FormDraft, files.slice(1), 'y'.repeat(43))
    expect(opened).toMatchObject({ name: 'Àgorà', draftLink: 'y'.repeat(43), deed: undefined })
    expect(opened.statute).toMatchObject([{ isStored: true }])
    // They are part of what was saved: a form that lapses does not delete them.
    expect(uploadsIn(opened)).toEqual([])
    expect(readAssociation(applicationForm, opened).values).toMatchObject({ draftLink: 'y'.repeat(43) })
  })

  test('of a record knows which files the record has, and needs its version', () => {
    const { values } = readAssociation(applicationForm, complete)
    const draft = draftOf(values)
    expect(draft).toMatchObject({ formedOn: '03/04/2015', consent: true, deed: [{ name: '1.pdf', isStored: true }] })
    expect(draftOf({ ...values, consent: undefined }).consent).toBe(true)
    expect(uploadsIn(draft)).toEqual([])
    expect(uploadsIn({ ...draft, statute: [file('8')] })).toEqual([file('8').id])
    expect(readAssociation(changeAssociationForm, draft).fieldErrors.map(({ key }) => key)).toEqual(['version'])
    expect(readAssociation(changeAssociationForm, draft, { link: 'x'.repeat(30), version: 2 }).fieldErrors).toEqual([])
  })
})

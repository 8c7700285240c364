import { caseFields, caseValuesOf } from '@portal/contract'
import { expect, test } from 'vitest'
import { readChanges } from '#form/read-only/changes-view.tsx'

const shownChanges = (changes: Parameters<typeof readChanges>[2]) => readChanges(caseFields, caseValuesOf, changes)

test('changes are shown by field, with their values as those of a case', () => {
  const { changes, before, after } = shownChanges([
    { field: 'luogo.id_provincia', before: 58, after: 15 },
    { field: 'luogo.id_citta', before: 8501 },
    { field: 'hate_crime', before: 0, after: 1 },
    { field: 'listaSegnalazioneGround', after: [{ id_ground: 1, priorita: 0 }] },
    { field: 'id_ente_esterno', after: 4 },
  ])
  expect(changes.map(({ key }) => key)).toEqual([
    'placeProvince',
    'placeCity',
    'isHateCrime',
    'grounds',
    'externalBodyId',
  ])
  expect(before).toEqual({ placeProvince: 58, placeCity: 8501, isHateCrime: false })
  expect(after).toMatchObject({ placeProvince: 15, isHateCrime: true, externalBodyId: 4 })
  expect(after.grounds).toEqual([{ groundId: 1, priority: 0 }])
})

test('a field that this program does not know keeps its name', () => {
  expect(shownChanges([{ field: 'campo_nuovo', before: 1 }]).changes).toEqual([{ path: 'campo_nuovo', key: undefined }])
})

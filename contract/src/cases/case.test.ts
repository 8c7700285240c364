import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exampleOf } from '../../test/wire-values.ts'
import { limits } from '../kit/limits.ts'
import { getCase } from './case.endpoints.ts'
import { caseDetail } from './case.ts'

const { result } = exampleOf(getCase)

const detailWith = (files: number) =>
  z.decode(caseDetail, {
    ...(result as object),
    listaAllegatoSegnalazione: Array.from({ length: files }, (_, index) => ({
      cmis_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      nomeFile: `atto ${index}.pdf`,
    })),
  })

test.each([1, 5, 6, limits.caseAttachments.files])('a case with %i files is read with all of them', (files) => {
  expect(detailWith(files).values.attachments).toHaveLength(files)
})

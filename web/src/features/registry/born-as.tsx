import { type BornAs as Birth, bornAs, formatScreenDate, getPlaceOfCode } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import type { RecordDraft, RecordValues } from './registry-kinds.ts'

/** The place with a code of the land registry; null where no list has it. */
const placeQuery = (code: string) => ({
  queryKey: ['reference', 'place', code],
  queryFn: () =>
    call(getPlaceOfCode, { params: { code } }).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 404) return null
      throw error
    }),
  staleTime: Number.POSITIVE_INFINITY,
})

const hasPlace = ({ birthCity, birthNation, birthPlaceText }: RecordValues) =>
  (birthCity ?? birthNation ?? birthPlaceText) !== undefined

type Place = Awaited<ReturnType<ReturnType<typeof placeQuery>['queryFn']>>

/** What a record lacks of the birth; what it says already is not replaced. */
function missingOf(values: RecordValues, { birthDate, placeCode }: Birth, place: Place): RecordDraft {
  const date = values.birthDate === undefined ? { birthDate: formatScreenDate(birthDate) } : {}
  if (hasPlace(values)) return date
  if (!place) return { ...date, birthPlaceText: placeCode }
  const { nation, region, province, city } = place
  return {
    ...date,
    birthNation: nation,
    birthRegion: region,
    birthProvince: province,
    birthCity: city,
  }
}

interface Props {
  readonly values: RecordValues
  readonly onChange: (born: RecordDraft) => void
}

/** Offers the birth that the tax code names, where the record does not say it yet. */
export function BornAs({ values, onChange }: Props) {
  const { t } = useTranslation()
  const born = bornAs(values.taxCode, today())
  const isOffered = born !== undefined && !(values.birthDate !== undefined && hasPlace(values))
  const { data: place } = useQuery({ ...placeQuery(born?.placeCode ?? ''), enabled: isOffered })
  if (!isOffered || place === undefined) return null
  const name = place?.name ?? t('registry.bornAs.unknownPlace', { code: born.placeCode })
  return (
    <div className="cluster">
      <p>{t('registry.bornAs.text', { date: formatScreenDate(born.birthDate), place: name })}</p>
      <Button variant="secondary" size="sm" onClick={() => onChange(missingOf(values, born, place))}>
        {t('registry.bornAs.use')}
      </Button>
    </div>
  )
}

import { type Fields, type FoundPlace, findPlaces, type PlaceKind } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { useSettled } from '#lib/page/use-settled.ts'
import { type Option, OptionList, useCombobox } from '#ui/field/combobox.tsx'
import { FieldFrame, type FieldTexts } from '#ui/field/field-frame.tsx'
import { useList } from '../choices.ts'
import { choiceIn } from '../read-only/form-display.ts'
import type { PlaceKeys } from './place-keys.ts'

export interface PlaceFieldProps extends FieldTexts {
  /** Ids of the controls that the region and the province would have: the summary of errors leads to them. */
  readonly ids: PlaceKeys
  readonly keys: PlaceKeys
  readonly fields: Fields
  readonly draft: object
  readonly set: (key: string, value: number | undefined) => void
}

/** Shorter than the pause that is felt, longer than the one between two keys. */
const pauseMs = 150
const none: readonly FoundPlace[] = []

interface PlaceOption extends Option {
  readonly place: FoundPlace
}

const placesQuery = (text: string, place: PlaceKind | undefined) =>
  queryOptions({
    queryKey: ['reference', 'places', text, place],
    queryFn: ({ signal }) => call(findPlaces, { query: { text, place } }, { signal }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isHandled: true },
  })

/** 'Milano (MI)', 'Milano (provincia)', 'Lombardia (regione)'. */
function placeName(t: TFunction, place: Pick<FoundPlace, 'name' | 'abbreviation' | 'province' | 'city'>): string {
  if (place.city !== undefined) return place.abbreviation ? `${place.name} (${place.abbreviation})` : place.name
  return t(place.province === undefined ? 'placeField.region' : 'placeField.province', { name: place.name })
}

/** What the place that is chosen is called; empty without one, or while its lists load. */
function useChosenName({ keys, fields, draft }: Pick<PlaceFieldProps, 'keys' | 'fields' | 'draft'>): string {
  const { t } = useTranslation()
  const [region, province, city] = [keys.region, keys.province, keys.city].map((key) => choiceIn(draft, key))
  const known = (key: string, parent: number | undefined, id: number | undefined) => {
    const field = fields[key]
    return field && { field, parent, id }
  }
  const inRegion = useItem(known(keys.region, undefined, region))
  const inProvince = useItem(known(keys.province, region, province))
  const inCity = useItem(known(keys.city, province, city))
  const smallest = inCity ?? inProvince ?? inRegion
  if (!smallest) return ''
  return placeName(t, { name: smallest.label, abbreviation: inProvince?.code, province, city })
}

function useItem(wanted: { field: Fields[string]; parent: number | undefined; id: number | undefined } | undefined) {
  const isWanted = wanted?.id !== undefined
  const { items } = useList(isWanted ? wanted.field : { kind: 'choice', wire: '' }, wanted?.parent)
  return isWanted ? items.find(({ id }) => id === wanted.id) : undefined
}

/** A municipality, a province or a region of Italy in one field: the beginning of a name, and a choice among what is found. */
export function PlaceField({ ids, keys, fields, draft, set, ...texts }: PlaceFieldProps) {
  const { t } = useTranslation()
  const chosenName = useChosenName({ keys, fields, draft })
  // Undefined while the field shows what is chosen.
  const [typed, setTyped] = useState<string>()
  const wanted = (typed ?? '').trim()
  const { data, isError } = useQuery(placesQuery(useSettled(wanted, pauseMs) ?? '', fields[keys.city]?.place))
  const isCurrent = useSettled(wanted, pauseMs) === wanted
  const found = (isCurrent && wanted !== '' && data?.places) || none
  const choose = (place: Pick<FoundPlace, 'region' | 'province' | 'city'> | undefined) => {
    set(keys.region, place?.region)
    if (place?.province !== undefined) set(keys.province, place.province)
    if (place?.city !== undefined) set(keys.city, place.city)
    setTyped(undefined)
  }
  const box = useCombobox<PlaceOption>({
    options: found.map((place) => ({
      id: `${place.region}-${place.province}-${place.city}`,
      text: placeName(t, place),
      note: place.city === undefined ? undefined : place.regionName,
      place,
    })),
    text: typed ?? chosenName,
    onText: setTyped,
    onChoose: ({ place }) => {
      choose(place)
      return false
    },
    // An emptied field is no place.
    onClose: () => typed !== undefined && wanted === '' && choose(undefined),
    choosesOnTab: true,
  })
  // Who leaves with the whole name typed has chosen it, although the answer comes later.
  const [first] = found
  const isLeft = !box.isOpen && typed !== undefined
  const isWhole = isLeft && first !== undefined && first.name.toLowerCase() === wanted.toLowerCase()
  useEffect(() => {
    if (isWhole) choose(first)
  })
  const isUnknown = isLeft && !isWhole && wanted !== '' && isCurrent && data !== undefined
  const unknown = isUnknown ? t('placeField.unknown', { text: wanted }) : undefined
  // Typing on asks again; what was typed stays.
  const ownError = isError && typed !== undefined ? t('report.listFailed') : unknown
  const shown = ownError === undefined ? texts : { ...texts, error: ownError }
  return (
    <FieldFrame {...shown}>
      {(wiring) => (
        <div className="combobox">
          <OtherIds ids={ids} inputId={texts.id} />
          <input {...wiring} {...box.inputProps} placeholder={t('placeField.start')} />
          <OptionList
            box={box}
            label={texts.label}
            status={wanted !== '' && isCurrent && data ? t('placeField.found', { count: found.length }) : undefined}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** The errors of the region and the province lead to the one field as well. */
const OtherIds = ({ ids, inputId }: { readonly ids: PlaceKeys; readonly inputId: string }) =>
  [ids.region, ids.province, ids.city]
    .filter((id) => id !== inputId)
    .map((id) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: only passes the focus of a link on
      <span key={id} id={id} tabIndex={-1} onFocus={() => document.getElementById(inputId)?.focus()} />
    ))

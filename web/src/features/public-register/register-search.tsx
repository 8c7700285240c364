import { type AssociationStatus, associationStatusIds } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { choicesText } from '#list/filters/filter.ts'
import { ReferenceSelect } from '#list/filters/reference-select.tsx'
import type { FilterForm } from '#list/use-filter-form.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Select, type SelectProps } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

/** All that were enrolled at some time. */
export const everyStatus = ['enrolled', 'expired', 'removed'] as const satisfies readonly AssociationStatus[]

/** As the address has it. */
const idsOf = (...statuses: readonly AssociationStatus[]) =>
  choicesText(statuses.map((status) => String(associationStatusIds[status])))

interface Props {
  readonly form: FilterForm
  readonly isNarrowed: boolean
  readonly onSearch: () => void
}

/** Name, region, ground and status; nothing is searched before the button is pressed. */
export function RegisterSearch({ form, isNarrowed, onSearch }: Props) {
  const { t } = useTranslation()
  const { field } = form
  return (
    // On paper only where it says what was searched.
    <search className={classNames('register-search', !isNarrowed && 'no-print')} aria-labelledby="register-search">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.submit()) onSearch()
        }}
      >
        <h2 id="register-search">{t('publicRegister.search.title')}</h2>
        <TextInput
          {...field('name')}
          type="search"
          label={t('publicRegister.search.name')}
          hint={t('publicRegister.search.nameHint')}
          dir="auto"
          maxLength={200}
          autoComplete="off"
        />
        <div className="register-fields">
          <ReferenceSelect
            {...field('regions')}
            list="region"
            label={t('publicRegister.search.region')}
            emptyLabel={t('publicRegister.search.anyRegion')}
          />
          <ReferenceSelect
            {...field('provinces')}
            list="province"
            under={form.draft.regions ?? ''}
            label={t('publicRegister.search.province')}
            emptyLabel={t('publicRegister.search.anyProvince')}
            hint={form.draft.regions ? undefined : t('publicRegister.search.provinceFirst')}
          />
          <ReferenceSelect
            {...field('near')}
            list="city"
            under={form.draft.provinces ?? ''}
            label={t('publicRegister.search.near')}
            emptyLabel={t('publicRegister.search.anyMunicipality')}
            hint={t(
              form.draft.provinces ? 'publicRegister.search.nearHint' : 'publicRegister.search.municipalityFirst',
            )}
          />
          <ReferenceSelect
            {...field('grounds')}
            list="ground"
            label={t('publicRegister.search.ground')}
            emptyLabel={t('publicRegister.search.anyGround')}
          />
          <ReferenceSelect
            {...field('subGrounds')}
            list="sub_ground"
            under={form.draft.grounds ?? ''}
            label={t('publicRegister.search.subGround')}
            emptyLabel={t('publicRegister.search.anySubGround')}
            hint={form.draft.grounds ? undefined : t('publicRegister.search.groundFirst')}
          />
          <StatusSelect {...field('statuses')} label={t('publicRegister.search.status')} />
        </div>
        <div className="cluster">
          <Button type="submit" icon="it-search">
            {t('publicRegister.search.submit')}
          </Button>
          {isNarrowed && (
            <Button variant="quiet" onClick={form.reset}>
              {t('publicRegister.search.clear')}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

function StatusSelect(props: Omit<SelectProps, 'options'>) {
  const { t } = useTranslation()
  return (
    <Select
      {...props}
      emptyLabel={t('publicRegister.statuses.current')}
      options={[
        { value: idsOf('expired'), label: t('publicRegister.statuses.expired') },
        { value: idsOf('removed'), label: t('publicRegister.statuses.removed') },
        { value: idsOf(...everyStatus), label: t('publicRegister.statuses.all') },
      ]}
    />
  )
}

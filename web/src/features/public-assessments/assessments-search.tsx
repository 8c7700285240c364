import { useTranslation } from 'react-i18next'
import { today } from '#lib/i18n/format.tsx'
import { ReferenceSelect } from '#list/filters/reference-select.tsx'
import type { FilterForm } from '#list/use-filter-form.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'

/** How many years can be chosen, this one included. */
const offeredYears = 10

const yearsUntil = (year: number) => Array.from({ length: offeredYears }, (_, index) => String(year - index))

interface Props {
  readonly form: FilterForm
  readonly isNarrowed: boolean
  readonly onSearch: () => void
}

/** Words, ground, field and year; nothing is searched before the button is pressed. */
export function AssessmentsSearch({ form, isNarrowed, onSearch }: Props) {
  const { t } = useTranslation()
  const { field } = form
  return (
    // On paper only where it says what was searched.
    <search className={classNames('register-search', !isNarrowed && 'no-print')} aria-labelledby="assessments-search">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.submit()) onSearch()
        }}
      >
        <h2 id="assessments-search">{t('publicAssessments.search.title')}</h2>
        <TextInput
          {...field('words')}
          type="search"
          label={t('publicAssessments.search.words')}
          hint={t('publicAssessments.search.wordsHint')}
          dir="auto"
          maxLength={200}
          autoComplete="off"
        />
        <div className="register-fields">
          <ReferenceSelect
            {...field('grounds')}
            list="ground"
            label={t('publicAssessments.search.ground')}
            emptyLabel={t('publicAssessments.search.anyGround')}
          />
          <ReferenceSelect
            {...field('fields')}
            list="field_of_life"
            label={t('publicAssessments.search.field')}
            emptyLabel={t('publicAssessments.search.anyField')}
          />
          <Select
            {...field('years')}
            label={t('publicAssessments.search.year')}
            emptyLabel={t('publicAssessments.search.anyYear')}
            options={yearsUntil(Number(today().slice(0, 4))).map((year) => ({ value: year, label: year }))}
          />
        </div>
        <div className="cluster">
          <Button type="submit" icon="it-search">
            {t('publicAssessments.search.submit')}
          </Button>
          {isNarrowed && (
            <Button variant="quiet" onClick={form.reset}>
              {t('publicAssessments.search.clear')}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

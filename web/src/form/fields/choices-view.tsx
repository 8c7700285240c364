import { offeredItems } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { withQueries } from '#lib/api/queries.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { useList } from '../choices.ts'
import type { DeskFieldProps } from './desk-field-props.ts'
import { ListFailed } from './list-failed.tsx'

/** Several entries of a reference list, each with a box to tick. */
export const ChoicesView = withQueries((props: DeskFieldProps) => {
  const { id, label, hint, error, required, field, value, parentValue, onChange } = props
  const { t } = useTranslation()
  const list = useList(field, parentValue)
  const chosen = (value ?? []) as readonly number[]
  const toggle = (entry: number, isOn: boolean) => {
    const next = isOn ? [...chosen, entry] : chosen.filter((other) => other !== entry)
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <FieldGroup id={id} label={label} hint={hint} error={error} required={required}>
      <div className="choices">
        {offeredItems(list.items, chosen).map((item, index) => {
          const boxId = index === 0 ? id : `${id}-${item.id}`
          return (
            <div key={item.id} className="checkbox">
              <input
                type="checkbox"
                id={boxId}
                checked={chosen.includes(item.id)}
                aria-invalid={error !== undefined || undefined}
                onChange={(event) => toggle(item.id, event.target.checked)}
              />
              <label htmlFor={boxId}>{item.label}</label>
            </div>
          )
        })}
      </div>
      {list.items.length === 0 && !list.hasFailed && <p id={id}>{t('site.loading')}</p>}
      {list.hasFailed && <ListFailed id={id} label={label} list={list} />}
    </FieldGroup>
  )
})

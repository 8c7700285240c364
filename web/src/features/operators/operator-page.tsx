import {
  formatScreenDate,
  type OperatorChange,
  type OperatorDetail,
  parseWireDate,
  paths,
  type Role,
  roleCodes,
} from '@portal/contract'
import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { formatInstant, ShowDay, ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { OperatorActions } from './operator-actions.tsx'
import { operatorFieldNames, operatorFields } from './operator-draft.ts'
import { OperatorLoading } from './operator-loading.tsx'
import { nameOf, operatorListHref } from './operator-name.ts'
import { OperatorState } from './operator-state.tsx'
import { OperatorWork } from './operator-work.tsx'
import { useOperator } from './use-operator.ts'

/** 'Dettaglio operatore': who it is, what is open, what was changed; a deleted account can only be read. */
export function OperatorPage() {
  const { t } = useTranslation()
  const { data: operator, ...loading } = useOperator()
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('operators.title'), href: operatorListHref() }]}
        current={operator ? nameOf(operator) : t('operators.detail')}
      />
      <div className="case-head">
        <h1>{t('operators.detail')}</h1>
        {operator && <OperatorState operator={operator} />}
      </div>
      {operator ? <Content operator={operator} /> : <OperatorLoading {...loading} />}
    </>
  )
}

function Content({ operator }: { operator: OperatorDetail }) {
  const { t } = useTranslation()
  const { deletedAt } = operator
  return (
    <>
      {deletedAt && <DeletedNote deletedAt={deletedAt} />}
      <div className="case-columns">
        <div className="stack">
          <SummaryBlock title={t('operators.data')} items={useItems(operator)} />
          <OperatorHistory history={operator.history} />
        </div>
        {!deletedAt && (
          <aside className="case-summary">
            <OperatorWork operator={operator} />
          </aside>
        )}
      </div>
      {!deletedAt && (
        <div className="desk-actions">
          <NavLink
            {...shortcut('edit')}
            href={siteHref(paths.operatorEdit, { id: operator.id })}
            className={buttonClass()}
          >
            {t('operators.editShort')}
          </NavLink>
          <OperatorActions operator={operator} />
        </div>
      )}
    </>
  )
}

function useItems(operator: OperatorDetail): Definition[] {
  const { t } = useTranslation()
  const { taxCode, mail, phone, roles, enabledAt, disabledAt } = operator
  const items: Definition[] = [
    { term: t('operators.columns.name'), value: nameOf(operator) },
    { term: t('operators.fields.taxCode'), value: <bdi dir="ltr">{taxCode}</bdi> },
    { term: t('operators.fields.mail'), value: mail ? <bdi dir="ltr">{mail}</bdi> : '–' },
    { term: t('operators.fields.phone'), value: phone ? <bdi dir="ltr">{phone}</bdi> : '–' },
    {
      term: t('operators.fields.roles'),
      value: (
        <ol className="role-list">
          {roles.map((role, index) => (
            <li key={role}>
              <span>{t(`roles.${role}`)}</span>
              {index === 0 && roles.length > 1 && <span className="cell-note">{t('operators.atSignIn')}</span>}
            </li>
          ))}
        </ol>
      ),
    },
    { term: t('operators.fields.enabledAt'), value: <ShowDay instant={enabledAt} /> },
  ]
  if (disabledAt && !operator.isEnabled)
    items.push({ term: t('operators.disabledAt'), value: <ShowDay instant={disabledAt} /> })
  return items
}

/** Who changed the account, when, and which fields from what to what; newest first. */
function OperatorHistory({ history }: { history: readonly OperatorChange[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('operators.history.title')}>
      {history.length === 0 ? (
        <p>{t('operators.history.none')}</p>
      ) : (
        <ol className="timeline">
          {history.map((change) => (
            <li key={change.id}>
              <Change change={change} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** There was no account before. */
const isFirst = (action: OperatorChange['action']) => action === 'inserted' || action === 'uploaded'

function Change({ change: { action, at, by, fields } }: { change: OperatorChange }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{t(`operators.history.actions.${action}`)}</strong>
      </p>
      <p className="timeline-who">{by ?? t('operators.history.portal')}</p>
      {fields.length > 0 && (
        <details>
          <summary>{t('operators.history.fields', { count: fields.length })}</summary>
          <ul className="plain-list">
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                {`${fieldText(t, field)}: ${t(
                  isFirst(action) ? 'operators.history.added' : 'operators.history.change',
                  {
                    before: valueText(t, field, before),
                    after: valueText(t, field, after),
                  },
                )}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The name of a changed field as the form has it, by its name in code or on the wire; an unknown one keeps its own. */
export function fieldText(t: TFunction, field: string): string {
  const name = operatorFieldNames.find((one) => one === field || operatorFields[one] === field) ?? field
  const key = `operators.fields.${name}`
  return i18next.exists(key) ? t(key as 'operators.fields.mail') : field
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)

/** An instant as a date with its hour; a day as it was typed, which travels as midnight in UTC, has none. */
function instantText(text: string): string {
  const day = parseWireDate(text)
  return day ? formatScreenDate(day) : formatInstant(new Date(text))
}
const roleOf = (text: string) =>
  (Object.keys(roleCodes) as Role[]).find((role) => role === text || roleCodes[role] === text)

/** What stood in a field: a role by its name, an instant as a date, a flag as yes or no, nothing as a word. */
export function valueText(t: TFunction, field: string, value: string | undefined): string {
  if (!value) return t('operators.history.empty')
  if (isInstant(value)) return instantText(value)
  if (field === 'isEnabled' || field === operatorFields.isEnabled)
    return t(value === '1' || value === 'true' ? 'report.yes' : 'report.no')
  if (field !== 'roles' && field !== operatorFields.roles) return value
  return value
    .split('|')
    .map((one) => {
      const role = roleOf(one)
      return role ? t(`roles.${role}`) : one
    })
    .join(', ')
}

import { type OperatorDetail, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { OperatorActions } from './operator-actions.tsx'
import { OperatorHistory } from './operator-history.tsx'
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
              {t(`roles.${role}`)}
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

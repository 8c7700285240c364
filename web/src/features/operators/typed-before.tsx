import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { changedKeys } from '#form/form-draft.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { type OperatorDraft, type OperatorField, operatorFieldNames } from './operator-draft.ts'
import { rolesText } from './operator-name.ts'

interface Props {
  readonly typed: Partial<OperatorDraft>
  readonly current: OperatorDraft
  readonly onUse: () => void
}

/** What was typed before the newer version was loaded, where it says something else. */
export function TypedBefore({ typed, current, onUse }: Props) {
  const { t } = useTranslation()
  const whole = { ...current, ...typed }
  const changed = changedKeys(whole, current)
  const names = operatorFieldNames.filter((name) => changed.includes(name))
  if (names.length === 0) return null
  return (
    <Alert kind="info" title={t('operators.conflict.typed')} announce="politely">
      <DefinitionList
        items={names.map((name) => ({
          term: t(`operators.fields.${name}`),
          value: textOf(t, whole, name),
        }))}
      />
      <Button variant="secondary" size="sm" onClick={onUse}>
        {t('operators.conflict.use')}
      </Button>
    </Alert>
  )
}

function textOf(t: TFunction, draft: OperatorDraft, name: OperatorField): string {
  if (name === 'roles') return rolesText(t, draft.roles)
  if (name === 'isEnabled') return t(draft.isEnabled ? 'report.yes' : 'report.no')
  return draft[name] || '–'
}

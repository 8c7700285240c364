import type { RegistryKind } from '@portal/contract'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { RecordFinder } from './record-finder.tsx'
import { RecordName } from './record-name.tsx'
import type { RecordDraft } from './registry-kinds.ts'

interface Props {
  /** Of the control; errors lead to it. */
  readonly id: string
  readonly label: string
  readonly error: string | undefined
  readonly kind: RegistryKind
  readonly value: number | undefined
  /** What is known of whom the record is of: looked for first, and the beginning of a new record. */
  readonly known: RecordDraft
  readonly onChange: (value: number | undefined) => void
}

/** The record of the registry that somebody is known by: looked for, made, left again. */
export function RecordLink({ id, label, error, kind, value, known, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [begun, setBegun] = useState<RecordDraft>()
  // The button goes with the link: the one that is left takes its focus.
  const handleUnlink = () => {
    focusById(id)
    onChange(undefined)
  }
  return (
    <FieldGroup id={id} label={label} error={error}>
      <div className="cluster record-link">
        {value === undefined ? <span>{t('registry.none')}</span> : <RecordName kind={kind} id={value} />}
        <Button id={id} variant="quiet" size="sm" icon="it-search" onClick={() => setOpen(true)}>
          <span>{t(value === undefined ? 'registry.link' : 'registry.relink')}</span>
          <span className="visually-hidden">{`: ${label}`}</span>
        </Button>
        {value !== undefined && (
          <Button variant="quiet" size="sm" onClick={handleUnlink}>
            <span>{t('registry.unlink')}</span>
            <span className="visually-hidden">{`: ${label}`}</span>
          </Button>
        )}
      </div>
      {
        // The form of the case lies around this one, and forms do not lie in one another.
        isOpen &&
          createPortal(
            <RecordFinder
              kind={kind}
              known={known}
              begun={begun}
              onBegun={setBegun}
              onChoose={(chosen) => {
                onChange(chosen)
                setBegun(undefined)
                setOpen(false)
              }}
              onClose={() => setOpen(false)}
            />,
            document.body,
          )
      }
    </FieldGroup>
  )
}

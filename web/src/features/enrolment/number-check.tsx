import { checkNumber, type NumberOutcome, readOrganisationNumber } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { office } from '#lib/page/page-settings.ts'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'

interface Props {
  readonly number: string
  /** The server has refused the application because of an earlier one. */
  readonly isPending: boolean
  readonly isOverwriting: boolean
  readonly onOverwrite: (isOverwriting: boolean) => void
}

/** What a number means for an application, once it is complete; an unknown one is a first application. */
export function NumberCheck({ number, isPending, ...overwriting }: Props) {
  const read = readOrganisationNumber(number)
  const complete = 'value' in read ? read.value : ''
  const { data } = useQuery({
    queryKey: ['enrolment', 'number', complete],
    queryFn: ({ signal }) => call(checkNumber, { params: { number: complete } }, { signal }),
    enabled: complete !== '',
    retry: false,
    staleTime: 60_000,
    // Where the answer does not come, sending finds out.
    meta: { isHandled: true },
  })
  const outcome = isPending ? 'requestPending' : data?.outcome
  return <div role="status">{outcome && <NumberNote outcome={outcome} {...overwriting} />}</div>
}

type NoteProps = Pick<Props, 'isOverwriting' | 'onOverwrite'> & { readonly outcome: NumberOutcome }

function NumberNote({ outcome, isOverwriting, onOverwrite }: NoteProps): Elements {
  const { t } = useTranslation()
  const mail = { mail: office.registerMailbox }
  const again = (
    <Alert kind="info" title={t('enrolment.number.again')}>
      {t('enrolment.number.againText')}
    </Alert>
  )
  const notes: Partial<Record<NumberOutcome, Elements>> = {
    requestPending: (
      <Alert kind="warning" title={t('enrolment.number.pending')}>
        <p>{t('problems.numero_con_richiesta_in_corso', mail)}</p>
        <Checkbox
          id="field-isOverwriting"
          label={t('enrolment.number.overwrite')}
          checked={isOverwriting}
          onChange={onOverwrite}
        />
      </Alert>
    ),
    enrolment: (
      <Alert kind="danger" title={t('enrolment.number.taken')}>
        {t('problems.numero_in_uso', mail)}
      </Alert>
    ),
    removed: again,
    rejected: again,
  }
  return notes[outcome]
}

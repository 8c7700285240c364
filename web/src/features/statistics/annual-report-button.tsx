import { annualReportYears, lastWholeYear, startDocuments } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportProgress } from '#features/exports/index.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field/select.tsx'

/** Asks for a year, starts its annual report, and shows how far it is. */
export function AnnualReportButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [startedId, setStartedId] = useState<number>()
  const close = () => {
    setOpen(false)
    setStartedId(undefined)
  }
  return (
    <>
      <Button variant="quiet" icon="it-file-docx" onClick={() => setOpen(true)}>
        {t('statisticsPage.report.button')}
      </Button>
      {isOpen && startedId === undefined && <YearDialog onStarted={setStartedId} onClose={close} />}
      {isOpen && startedId !== undefined && <ExportProgress kind="annualReport" id={startedId} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly onStarted: (id: number) => void
  readonly onClose: () => void
}

function YearDialog({ onStarted, onClose }: DialogProps) {
  const { t } = useTranslation()
  const day = today()
  const [current, ...whole] = annualReportYears(day)
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: (year: number) => call(startDocuments.annualReport, { body: { year } }),
  })
  const session = useFormSession<{ readonly year: string }, 'year'>({
    id: 'annual-report',
    start: { year: String(lastWholeYear(day)) },
    fields: { year: 'anno' },
    labelOf: () => t('statisticsPage.report.year'),
    check: () => ({}),
    sending,
    send: ({ year }) => sending.mutate(Number(year), { onSuccess: ({ id }) => onStarted(id) }),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={t('statisticsPage.report.title')}
      submitText={t('statisticsPage.report.start')}
      onClose={onClose}
    >
      <Select
        {...session.field('year')}
        hint={t('statisticsPage.report.explanation')}
        options={[
          { value: String(current), label: t('statisticsPage.report.unfinished', { year: current }) },
          ...whole.map((year) => ({ value: String(year), label: String(year) })),
        ]}
        onChange={(year) => session.set('year', year)}
      />
    </FormDialog>
  )
}

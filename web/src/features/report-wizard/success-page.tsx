import { paths, type Receipt } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openReceipt } from '#lib/files/open-receipt.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useReport } from './report-session.tsx'
import { stepHref } from './steps.ts'

export function SuccessPage() {
  const { t } = useTranslation()
  const { receipt, isReceiptHidden, hideReceipt, reset } = useReport()
  // As it was when the page opened: it must not change its words while one leaves it.
  const [wasSent] = useState(receipt !== undefined || isReceiptHidden)
  if (!wasSent) return <NothingSent />
  return (
    <div className="reading-column">
      <h1>{t('report.success.title')}</h1>
      {receipt && <ReceiptPanel receipt={receipt} onHide={hideReceipt} />}
      {isReceiptHidden && <HiddenReceipt />}
      <WhatComesNext />
      <p className="no-print">
        <NavLink href={stepHref('intro')} className={buttonClass('quiet')} onClick={reset}>
          {t('report.success.again')}
        </NavLink>
      </p>
    </div>
  )
}

/** Shown to users who open the page by a link, or a second time. */
function NothingSent() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <h1>{t('report.success.noneTitle')}</h1>
      <p className="lead-text">{t('report.success.gone')}</p>
      <NavLink href={stepHref('intro')} className={buttonClass()}>
        {t('report.title')}
      </NavLink>
    </div>
  )
}

function ReceiptPanel({ receipt, onHide }: { receipt: Receipt; onHide: () => void }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('report.success.text')}>
      <dl className="stack">
        <Kept term={t('report.success.code')} value={receipt.code} copy={t('report.success.copyCode')} />
        <Kept term={t('report.success.pin')} value={receipt.pin} copy={t('report.success.copyPin')} />
      </dl>
      <p>{t('report.success.pinIsYours')}</p>
      <div className="cluster no-print">
        <ReceiptButton receipt={receipt} />
        <Button variant="secondary" icon="it-print" onClick={() => print()}>
          {t('report.success.print')}
        </Button>
        <Button variant="quiet" onClick={onHide}>
          {t('wizard.hide')}
        </Button>
      </div>
    </Panel>
  )
}

/** Shown in place of code and pin after they were hidden; it keeps the focus. */
function HiddenReceipt() {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1}>
      <Alert kind="info" title={t('wizard.hiddenTitle')}>
        {t('wizard.hiddenText')}
      </Alert>
    </div>
  )
}

function Kept({ term, value, copy }: { term: string; value: string; copy: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{term}</dt>
      <dd className="cluster">
        <bdi className="copy-value" dir="ltr" translate="no">
          {value}
        </bdi>
        <CopyButton value={value} label={copy} copiedLabel={t('report.success.copied')} />
      </dd>
    </div>
  )
}

function WhatComesNext() {
  const { t } = useTranslation()
  return (
    <section className="next-steps">
      <h2>{t('report.success.nextTitle')}</h2>
      <ol>
        <li>{t('report.success.next1')}</li>
        <li>{t('report.success.next2')}</li>
        <li>{t('report.success.next3')}</li>
      </ol>
      <p>{t('report.success.call')}</p>
      <p className="no-print">
        <NavLink href={siteHref(paths.followUp)}>{t('wizard.follow')}</NavLink>
      </p>
    </section>
  )
}

/** Prints the report or saves its receipt; the report is opened for it and closed again. */
function ReceiptButton({ receipt: { code, pin } }: { receipt: Receipt }) {
  const { t } = useTranslation()
  const saving = useMutation({ meta: { isHandled: true }, mutationFn: () => openReceipt(code, pin) })
  return (
    <>
      <Button
        icon="it-download"
        pending={saving.isPending}
        pendingText={t('wizard.receiptPending')}
        onClick={() => saving.mutate()}
      >
        {t('wizard.receipt')}
      </Button>
      {saving.isError && (
        <Alert kind="danger" announce="now">
          {t('wizard.receiptFailed')}
        </Alert>
      )}
    </>
  )
}

import type { Receipt } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDraft } from './draft.tsx'
import { stepHref } from './steps.ts'

export function SuccessPage() {
  const { t } = useTranslation()
  const { receipt: kept, reset } = useDraft()
  // As it was when the page opened: it must not change its words while one leaves it.
  const [receipt] = useState(kept)
  if (!receipt) return <NothingSent />
  return (
    <div className="reading-column">
      <h1>{t('report.success.title')}</h1>
      <ReceiptPanel receipt={receipt} />
      <WhatComesNext />
      <p className="no-print">
        <NavLink href={stepHref('intro')} className={buttonClass('quiet')} onClick={reset}>
          {t('report.success.again')}
        </NavLink>
      </p>
    </div>
  )
}

/** For whoever comes by a link, or once more. */
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

function ReceiptPanel({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('report.success.text')}>
      <dl className="stack">
        <Kept term={t('report.success.code')} value={receipt.code} copy={t('report.success.copyCode')} />
        <Kept term={t('report.success.pin')} value={receipt.pin} copy={t('report.success.copyPin')} />
      </dl>
      <Button variant="secondary" icon="it-print" className="no-print" onClick={() => print()}>
        {t('report.success.print')}
      </Button>
    </Panel>
  )
}

function Kept({ term, value, copy }: { term: string; value: string; copy: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{term}</dt>
      <dd className="cluster">
        <bdi className="copy-value" dir="ltr">
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
    </section>
  )
}

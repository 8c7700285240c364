import { useLayoutEffect, useState } from 'react'
import type { Elements } from '#ui/elements.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Alert, Callout } from '../../ui/feedback/alert.tsx'
import { Modal, SpinnerModal } from '../../ui/feedback/modal.tsx'
import { ToastRegion, useToasts } from '../../ui/feedback/toast.tsx'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'
import { EmptyState, LinkCard } from '../../ui/layout/panel.tsx'
import { SiteFooter } from '../../ui/layout/site-footer.tsx'
import { SiteHeader } from '../../ui/layout/site-header.tsx'
import { SkipLinks } from '../../ui/layout/skip-links.tsx'
import { SummaryBlock } from '../../ui/layout/summary-block.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Badge, StatusChip, type StatusKind } from '../../ui/status-chip.tsx'
import { KitDesk } from './kit-desk.tsx'
import { KitForms } from './kit-forms.tsx'
import { type KitWords, kitWords } from './kit-words.ts'

/**
 * Every part of the design system on one page, in the direction of `dir`. One direction per document:
 * inside a page of the other direction both sets of rules would hold at once.
 */
export function KitPage({ dir }: { dir: 'ltr' | 'rtl' }) {
  const words = kitWords[dir]
  return (
    <>
      <SkipLinks links={[{ text: words.heading, targetId: 'kit-main' }]} />
      <KitHeader words={words} />
      <main id="kit-main" className="container" tabIndex={-1}>
        <Breadcrumb label={words.trail} trail={[{ text: words.office, href: '#top' }]} current={words.heading} />
        <h1>{words.heading}</h1>
        <p className="lead-text">{words.intro}</p>
        <p>
          <a href={`?dir=${dir === 'ltr' ? 'rtl' : 'ltr'}`}>{words.other}</a>
        </p>
        <KitButtons words={words} />
        <KitMessages words={words} />
        <KitForms words={words} />
        <KitResults words={words} />
      </main>
      <KitDesk words={words} />
      <SiteFooter
        columns={[
          { title: words.menu, links: words.nav.map((text, index) => ({ text, href: `#foot-${index}` })) },
          { title: words.phone, links: [{ text: '800 00 00 00', href: 'tel:80000000' }] },
        ]}
        smallPrint={words.tagline}
      >
        <p>{words.office}</p>
        <p>{words.department}</p>
      </SiteFooter>
      <div className="bottom-bar">
        <Button variant="exit">{words.exit}</Button>
      </div>
    </>
  )
}

/** The kit as a page of the app: `/dev/kit`, and `/dev/kit?dir=rtl` for the other direction. */
export function KitRoute() {
  const dir = new URLSearchParams(location.search).get('dir') === 'rtl' ? 'rtl' : 'ltr'
  useLayoutEffect(() => {
    document.documentElement.dir = dir
  }, [dir])
  return <KitPage dir={dir} />
}

function KitHeader({ words }: { words: KitWords }) {
  return (
    <SiteHeader
      department={{ text: words.department, href: '#department', hint: words.elsewhere, lang: 'it' }}
      office={{ tag: 'PP', name: words.office, tagline: words.tagline, href: '#top' }}
      phone={{ label: words.free, number: '800 00 00 00', href: 'tel:80000000' }}
      nav={{
        label: words.menu,
        menuText: words.menu,
        items: words.nav.map((text, index) => ({ text, href: `#nav-${index}`, isCurrent: index === 0 })),
      }}
      slim={
        <MenuButton
          label={words.region}
          entries={[
            { text: 'Italiano', lang: 'it', href: '?dir=ltr', isCurrent: true },
            { text: 'العربية', lang: 'ar', href: '?dir=rtl' },
          ]}
        >
          IT
        </MenuButton>
      }
      actions={
        <Button variant="exit" size="sm" icon="it-close">
          {words.exit}
        </Button>
      }
    />
  )
}

function Section({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="py-4">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function KitButtons({ words }: { words: KitWords }) {
  const [opened, setOpened] = useState<'modal' | 'spinner'>()
  const { toasts, show, dismiss } = useToasts()
  const close = () => setOpened(undefined)
  return (
    <Section title="Button, Modal, Toast">
      <div className="cluster mb-3">
        <Button>{words.next}</Button>
        <Button variant="secondary" icon="it-download">
          {words.copy}
        </Button>
        <Button variant="danger">{words.remove}</Button>
        <Button variant="quiet">{words.cancel}</Button>
        <Button pending pendingText={words.wait}>
          {words.next}
        </Button>
        <Button disabledReason={words.reason}>{words.remove}</Button>
        <a className={buttonClass('secondary', 'sm')} href="#link">
          {words.back}
        </a>
        <IconButton icon="it-print" label={words.copy} />
      </div>
      <div className="cluster">
        <Button variant="secondary" onClick={() => setOpened('modal')}>
          Modal
        </Button>
        <Button variant="secondary" onClick={() => setOpened('spinner')}>
          SpinnerModal
        </Button>
        <Button variant="secondary" onClick={() => show({ kind: 'success', header: words.success, body: words.saved })}>
          Toast
        </Button>
        <Button variant="secondary" onClick={() => show({ kind: 'error', header: words.error, body: words.failed })}>
          Toast (error)
        </Button>
      </div>
      <ToastRegion toasts={toasts} onDismiss={dismiss} texts={{ label: 'Toast', close: words.close }} />
      {opened === 'modal' && (
        <Modal
          title={words.remove}
          onClose={close}
          closeText={words.close}
          footer={<Button onClick={close}>{words.next}</Button>}
        >
          <p>{words.sentence}</p>
        </Modal>
      )}
      {opened === 'spinner' && <SpinnerModal text={words.wait} />}
    </Section>
  )
}

function KitMessages({ words }: { words: KitWords }) {
  return (
    <Section title="Alert, Callout">
      <div className="reading-column">
        <Alert kind="info" title={words.steps[0] ?? ''}>
          {words.sentence}
        </Alert>
        <Alert kind="success">{words.saved}</Alert>
        <Alert kind="warning">{words.reason}</Alert>
        <Alert kind="danger">{words.failed}</Alert>
        <Callout title={words.who}>{words.sentence}</Callout>
        <Callout kind="warning" title={words.who}>
          {words.sentence}
        </Callout>
      </div>
    </Section>
  )
}

const kinds: StatusKind[] = ['open', 'assigning', 'working', 'external', 'closed', 'reopened', 'cancelled']

function KitResults({ words }: { words: KitWords }) {
  const items = [
    { term: words.name, value: 'Ada Byron' },
    { term: words.email, value: <bdi dir="ltr">ada@example.org</bdi> },
    { term: words.message, value: words.sentence },
  ]
  return (
    <Section title="Summary, Card, Chip">
      <div className="stack">
        <div className="cluster">
          {kinds.map((kind, index) => (
            <StatusChip key={kind} kind={kind} label={words.statuses[index] ?? ''} />
          ))}
          <Badge>12</Badge>
          <Badge kind="accent">3</Badge>
          <Badge kind="danger">1</Badge>
        </div>
        <div className="reading-column stack">
          <SummaryBlock title={words.steps[1] ?? ''} items={items} />
          <div className="cluster">
            <bdi className="copy-value" dir="ltr">
              PP-2026-000123
            </bdi>
            <CopyButton value="PP-2026-000123" label={words.copy} copiedLabel={words.copied} />
          </div>
        </div>
        <div className="card-grid">
          {words.nav.slice(0, 3).map((text) => (
            <LinkCard key={text} title={text} href={`#${text}`} meta={words.field}>
              <p>{words.sentence}</p>
            </LinkCard>
          ))}
        </div>
        <EmptyState title={words.empty}>{words.reason}</EmptyState>
      </div>
    </Section>
  )
}

import { listReceivedMails, type MailState, mailStates, paths, type ReceivedMailRow } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { MailboxNotes } from './mailbox-notes.tsx'

interface MailFilters {
  readonly state?: MailState | undefined
}

const { waiting: _default, ...otherStates } = mailStates

const mailHref = (id: number) => siteHref(paths.receivedMail, { id })

const mailList: List<ReceivedMailRow, MailFilters> = {
  ...fromEndpoint(listReceivedMails),
  path: paths.receivedMailList,
  queryKey: ['mails', 'list'],
  filters: {
    state: {
      kind: 'choice',
      wire: 'stato',
      names: otherStates,
      nameOf: (t, name) => t(`mailbox.states.${name as MailState}`),
      noneOf: (t) => t('mailbox.states.waiting'),
    },
  },
  textsOf: (t) => ({
    title: t('mailbox.title'),
    empty: t('mailbox.empty'),
    emptyNarrowed: t('mailbox.noneFound'),
    loading: t('site.loading'),
  }),
  filterLabel: (t) => t('mailbox.columns.state'),
  useColumns: () => mailColumns(useTranslation().t),
  rowHref: ({ id }) => mailHref(id),
  Intro: MailboxNotes,
}

/** The mails that the office received, those to review first. */
export const MailListPage = () => <ListPage list={mailList} />

const mailColumns = (t: TFunction): Column<ReceivedMailRow>[] => [
  {
    id: 'subject',
    header: t('mailbox.columns.subject'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ id, subject }) => (
      <RowLink id={id} href={mailHref(id)}>
        <bdi>{subject || t('mailbox.noSubject')}</bdi>
      </RowLink>
    ),
  },
  {
    id: 'sender',
    header: t('mailbox.columns.sender'),
    under: 'subject',
    isWrapped: true,
    cell: ({ senderName, sender }) => <bdi>{senderName || sender || t('mailbox.noSender')}</bdi>,
  },
  {
    id: 'receivedAt',
    header: t('mailbox.columns.receivedAt'),
    width: '9.5rem',
    cell: ({ receivedAt }) => <ShowInstant instant={receivedAt} />,
  },
  {
    id: 'kind',
    header: t('mailbox.columns.kind'),
    width: '9.5rem',
    cell: ({ kind, isCertified }) =>
      isCertified ? <Badge kind="accent">{t('mailbox.certified')}</Badge> : <span>{t(`mailbox.kinds.${kind}`)}</span>,
  },
  {
    id: 'files',
    header: t('mailbox.columns.files'),
    width: '5.5rem',
    isFoldedOnTablet: true,
    cell: ({ files }) => (files > 0 ? String(files) : '–'),
  },
  {
    id: 'case',
    header: t('mailbox.columns.case'),
    width: '10rem',
    isFoldedOnTablet: true,
    cell: ({ case: found }) =>
      found ? (
        <NavLink href={siteHref(paths.caseDetail, { id: found.id })}>
          <bdi dir="ltr" translate="no" className="figures">
            {found.code}
          </bdi>
        </NavLink>
      ) : (
        '–'
      ),
  },
]

import {
  type AssociationKey,
  type AssociationTab,
  type AssociationValues,
  associationFields,
  associationForm,
  getDeclarationTemplate,
  isDocumentKey,
  paths,
  type Use,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { FormField } from '#form/fields/form-field.tsx'
import { shownUses } from '#form/read-only/form-display.ts'
import { UploadField } from '#form/upload/upload-field.tsx'
import { pathOf } from '#lib/api/call.ts'
import { office, siteHref } from '#lib/page/page-settings.ts'
import type { Elements } from '#ui/elements.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { aboutDocument, associationTexts, autoCompleteOf, hintOf, publicDisplay } from './association-texts.ts'
import { type ApplicationSession, formId } from './use-application-form.ts'

interface Props {
  readonly tab: AssociationTab
  readonly session: ApplicationSession
  /** Stands below a field. */
  readonly renderBelow?: ((key: AssociationKey) => Elements) | undefined
}

type FieldUse = Use<AssociationValues> & { readonly key: AssociationKey }

/** The fields of a tab in their groups; the declaration may have fields beside them that nobody types. */
export function AssociationFields({ tab, session, renderBelow }: Props) {
  const { t } = useTranslation()
  const uses = shownUses(session.declaration, session.values, [tab]) as readonly FieldUse[]
  const shown = uses.filter(({ key }) => key in associationFields)
  const groups = [...new Set(shown.map(({ group }) => group))]
  const draw = (group: string | undefined) =>
    shown
      .filter((use) => use.group === group)
      .map((use) => (
        <div key={use.key}>
          {use.key === 'declaration' && <DeclarationLink />}
          {use.key === 'consent' && <PrivacyLink />}
          <AssociationField use={use} session={session} />
          {renderBelow?.(use.key)}
        </div>
      ))
  return groups.map((group) =>
    hasHeading(group, shown) ? (
      <section key={group} className="field-group" aria-labelledby={`group-${group}`}>
        <h3 id={`group-${group}`}>{publicDisplay.headingOf(t, group)}</h3>
        {draw(group)}
      </section>
    ) : (
      <div key={group ?? ''}>{draw(group)}</div>
    ),
  )
}

/** The document that the legal representative fills in and signs. */
function DeclarationLink() {
  const { t } = useTranslation()
  return (
    <p>
      <a href={siteHref(pathOf(getDeclarationTemplate))} download>
        {t('enrolment.declarationModel')}
      </a>
    </p>
  )
}

/** What the consent is about, in a tab of its own: what is typed here stays. */
function PrivacyLink() {
  const { t } = useTranslation()
  return (
    <p>
      <a href={siteHref(paths.privacy)} target="_blank" rel="noreferrer">
        {t('enrolment.privacyLink')}
      </a>
    </p>
  )
}

/** A group of one field would say its name twice. */
const hasHeading = (group: string | undefined, uses: readonly FieldUse[]) =>
  group !== undefined && uses.filter((use) => use.group === group).length > 1

function AssociationField({ use, session }: { readonly use: FieldUse; readonly session: ApplicationSession }) {
  const { t } = useTranslation()
  const { key } = use
  const { draft, values, queues, errorOf, set } = session
  if (use.isFixed) return <FixedField fieldKey={key} value={draft[key]} />
  const document = isDocumentKey(key) ? { queue: queues[key], about: aboutDocument(t, key) } : undefined
  return (
    <FormField
      use={use}
      draft={draft}
      errorOf={errorOf}
      id={`${formId}-${key}`}
      form={associationForm}
      texts={associationTexts}
      values={values}
      hint={hintOf(t, key)}
      autoComplete={autoCompleteOf[key] ?? 'off'}
      isPublic
      renderFiles={(texts) => document && <UploadField {...texts} {...document} />}
      set={set}
    />
  )
}

/** A text that the record keeps: it can be read and copied, and the hint says who changes it. */
function FixedField({ fieldKey, value }: { readonly fieldKey: AssociationKey; readonly value: unknown }) {
  const { t } = useTranslation()
  return (
    <TextInput
      id={`${formId}-${fieldKey}`}
      label={associationTexts.labelOf(t, fieldKey)}
      hint={t('enrolment.hints.fixed', { mail: office.registerMailbox })}
      value={String(value ?? '')}
      readOnly
      isShort
      dir="ltr"
      onChange={() => undefined}
    />
  )
}

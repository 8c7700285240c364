import { type Language, languages, type Office, type OfficeTexts, office } from '@portal/contract'
import * as z from 'zod/mini'
import { expected, json, type Setting, text } from './setting-kinds.ts'

const officeField = <K extends keyof Office>(
  about: string,
  key: K,
  defaults: Office,
  form = 'a text',
): Setting<Office[K]> => ({
  about,
  fallback: String(defaults[key]),
  read: (value) => {
    // `key` names the schema of its own value.
    const parsed = z.safeParse(office.shape[key] as unknown as z.ZodMiniType<Office[K]>, value)
    return parsed.success ? parsed.data : expected(form)
  },
})

type Foreign = Exclude<Language, 'it'>
const foreignLanguages = languages.filter((language): language is Foreign => language !== 'it')
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Name of the setting of a text in another language, such as `OFFICE_NAME_EN`. */
type InLanguage<N extends string> = `${N}_${Uppercase<Foreign>}`
const inLanguage = <N extends string>(name: N, language: Foreign) =>
  `${name}_${language.toUpperCase()}` as InLanguage<N>

/** The settings of a text of the office: one for Italian and one for each other language. */
function translated<N extends string>(name: N, about: string, key: keyof OfficeTexts, defaults: Office) {
  const translations = foreignLanguages.map((language) => [
    inLanguage(name, language),
    {
      ...text(`${about}, in ${languageNames.of(language)}.`, defaults.translations[language]?.[key]),
      translates: name,
    },
  ])
  return {
    [name]: officeField(`${about}, in Italian.`, key, defaults),
    ...Object.fromEntries(translations),
  } as Record<N, Setting<string>> & Record<InLanguage<N>, Setting<string | undefined>>
}

/** The settings of the office. */
// biome-ignore format: a table
export const officeSettings = (defaults: Office) => ({
  OFFICE_SLUG:          officeField('Base path of the site: lower-case letters, digits, hyphens.', 'slug', defaults, 'lower-case letters, digits and hyphens'),
  OFFICE_TAG:           officeField('Prefix of report codes: 2 to 12 capitals or digits.', 'productTag', defaults, '2 to 12 capital letters or digits'),
  ...translated('OFFICE_NAME', 'Name of the office', 'name', defaults),
  ...translated('OFFICE_TAGLINE', 'Slogan under the name', 'tagline', defaults),
  ...translated('OFFICE_ABOUT', 'What the office is and who reads a report, in a few sentences on the first page', 'about', defaults),
  ...translated('OFFICE_DEPARTMENT', 'Department, in the slim bar and the footer', 'department', defaults),
  ...translated('OFFICE_RECIPIENTS', 'Who else gets a report; pages show it once the head of the office has confirmed it on the page *Garanzie*', 'recipients', defaults),
  ...translated('OFFICE_RESIDENCE', 'That reporting does not touch a residence permit; shown once confirmed, like the setting above', 'residence', defaults),
  OFFICE_DEPARTMENT_URL: officeField('Site of the department.', 'departmentUrl', defaults, 'a whole address such as https://example.org/'),
  ...translated('OFFICE_PARENT', 'Body that the department belongs to', 'parentBody', defaults),
  OFFICE_PHONE:         officeField('Number of the contact centre.', 'phone', defaults, 'a telephone number of three digits or more'),
  OFFICE_REGISTER_MAIL: officeField('Mailbox of the register.', 'registerMailbox', defaults, 'an e-mail address'),
  OFFICE_ASSISTANCE_MAIL: officeField('Mailbox of assistance.', 'assistanceMailbox', defaults, 'an e-mail address'),
  OFFICE_IPA_CODE:      officeField('IPA code of the office.', 'ipaCode', defaults),
  OFFICE_QUICK_EXIT:    officeField('Neutral page that "Esci subito" leads to.', 'quickExitUrl', defaults, 'a whole address such as https://example.org/'),
  OFFICE_ACCESSIBILITY_URL: officeField('Accessibility declaration, as AgID’s form publishes it.', 'accessibilityUrl', defaults, 'a whole address such as https://example.org/'),
  OFFICE_SECURITY_MAIL: officeField('Mailbox for reports of weaknesses, named in security.txt.', 'securityMailbox', defaults, 'an e-mail address'),
  OFFICE_PRIVACY_MAIL:  officeField('Mailbox of the data protection officer.', 'privacyMailbox', defaults, 'an e-mail address'),
  OFFICE_PUBLISHED_DOCUMENTS: json('Types of association documents that the public register shows, for example `[2,4]` for statute and budget. Forms say so before they are sent; what was sent before stays private.', office.shape.publishedDocuments, JSON.stringify(defaults.publishedDocuments)),
  OFFICE_LINKS:         json('Links of the left menu: [{"label": "…", "labels": {"en": "…"}, "href": "https://…"}]; `labels` are the translations.', office.shape.links, JSON.stringify(defaults.links)),
})

type Table = ReturnType<typeof officeSettings>
type Values = { [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never }

export const officeOf = (values: Values): Office => ({
  slug: values.OFFICE_SLUG,
  productTag: values.OFFICE_TAG,
  name: values.OFFICE_NAME,
  tagline: values.OFFICE_TAGLINE,
  about: values.OFFICE_ABOUT,
  recipients: values.OFFICE_RECIPIENTS,
  residence: values.OFFICE_RESIDENCE,
  translations: translationsOf(values),
  department: values.OFFICE_DEPARTMENT,
  departmentUrl: values.OFFICE_DEPARTMENT_URL,
  parentBody: values.OFFICE_PARENT,
  phone: values.OFFICE_PHONE,
  registerMailbox: values.OFFICE_REGISTER_MAIL,
  assistanceMailbox: values.OFFICE_ASSISTANCE_MAIL,
  ipaCode: values.OFFICE_IPA_CODE,
  quickExitUrl: values.OFFICE_QUICK_EXIT,
  accessibilityUrl: values.OFFICE_ACCESSIBILITY_URL,
  securityMailbox: values.OFFICE_SECURITY_MAIL,
  privacyMailbox: values.OFFICE_PRIVACY_MAIL,
  publishedDocuments: values.OFFICE_PUBLISHED_DOCUMENTS,
  links: values.OFFICE_LINKS,
})

const translationsOf = (values: Values): Office['translations'] =>
  Object.fromEntries(
    foreignLanguages.map((language) => [
      language,
      withoutAbsent({
        name: values[inLanguage('OFFICE_NAME', language)],
        tagline: values[inLanguage('OFFICE_TAGLINE', language)],
        about: values[inLanguage('OFFICE_ABOUT', language)],
        department: values[inLanguage('OFFICE_DEPARTMENT', language)],
        parentBody: values[inLanguage('OFFICE_PARENT', language)],
        recipients: values[inLanguage('OFFICE_RECIPIENTS', language)],
        residence: values[inLanguage('OFFICE_RESIDENCE', language)],
      }),
    ]),
  )

const withoutAbsent = <T extends object>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined))

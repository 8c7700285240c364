import type { Office } from '@portal/contract'

/** Town of its seat; the certificate of the service provider names it. */
export const officeSeat = 'Roma'

/** The first office: what the settings say unless told otherwise. The one place that spells its name. */
export const officeDefaults: Office = {
  slug: 'unar',
  productTag: 'UNAR',
  name: 'UNAR – Ufficio Nazionale Antidiscriminazioni Razziali',
  tagline: 'A difesa delle differenze',
  department: 'Dipartimento per le Pari Opportunità',
  departmentUrl: 'https://www.pariopportunita.gov.it/',
  parentBody: 'Presidenza del Consiglio dei Ministri',
  phone: '800 90 10 10',
  registerMailbox: 'registro@unar.example',
  assistanceMailbox: 'assistenza@unar.example',
  ipaCode: 'pcm',
  quickExitUrl: 'https://www.ilmeteo.it/',
  accessibilityUrl: 'https://form.agid.gov.it/',
  securityMailbox: 'sicurezza@unar.example',
  privacyMailbox: 'dpo@unar.example',
  links: [
    { label: 'Presidenza del Consiglio dei Ministri', href: 'https://www.governo.it/' },
    { label: 'Dipartimento per le Pari Opportunità', href: 'https://www.pariopportunita.gov.it/' },
    { label: 'Sito istituzionale', href: 'https://www.unar.it/' },
  ],
}

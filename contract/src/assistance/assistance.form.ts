import { type DraftOf, defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'

// biome-ignore format: a table
export const assistanceFields = {
  firstName:   { kind: 'text',     wire: 'nome', max: 100 },
  lastName:    { kind: 'text',     wire: 'cognome', max: 100 },
  email:       { kind: 'email',    wire: 'email' },
  phone:       { kind: 'phone',    wire: 'telefono' },
  subject:     { kind: 'choice',   wire: 'oggetto', list: 'assistance_subject' },
  message:     { kind: 'longText', wire: 'messaggio', max: limits.assistanceMessageCodePoints },
  attachments: { kind: 'files',    wire: 'allegati', max: limits.assistanceAttachments.files },
  consent:     { kind: 'consent',  wire: 'consenso' },
} as const satisfies Fields

/** A request for help with the portal (specification 1 §2). */
export type AssistanceRequest = ValuesOf<typeof assistanceFields>
export type AssistanceDraft = DraftOf<typeof assistanceFields>

export const assistanceForm = defineForm(assistanceFields)(
  [
    {
      id: 'request',
      fields: [
        { key: 'firstName', required: true },
        { key: 'lastName', required: true },
        { key: 'email', required: true },
        { key: 'phone' },
        { key: 'subject', required: true },
        { key: 'message', required: true },
        { key: 'attachments' },
        { key: 'consent', required: true },
      ],
    },
  ],
  [],
)

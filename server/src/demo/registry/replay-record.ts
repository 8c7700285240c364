import { addOrganisation, addPerson, organisationForm, personForm, writeWire } from '@portal/contract'
import type { OfficeClient } from '../office-client.ts'
import type { SampleRecord } from './sample-records.ts'

/** Replays the insertion of a registry record. */
export async function replayRecord(client: OfficeClient, record: SampleRecord): Promise<void> {
  const browser = await client.as(record.by)
  if (record.kind === 'person') await client.call(addPerson, { ...browser, wire: writeWire(personForm, record.values) })
  else await client.call(addOrganisation, { ...browser, wire: writeWire(organisationForm, record.values) })
}

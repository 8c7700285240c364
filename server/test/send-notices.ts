import { limits } from '@portal/contract'
import { notifyOfActions } from '#features/cases/actions/case-undo.service.ts'
import type { TestApp } from './build-app.ts'

/** Lets the time pass in which actions can be undone, and sends their notices. */
export async function sendNotices({ clock, services }: Pick<TestApp, 'clock' | 'services'>): Promise<void> {
  clock.advance(limits.undoSeconds)
  await notifyOfActions(services.caseNeeds)
}

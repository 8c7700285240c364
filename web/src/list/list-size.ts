import { deskPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'

const placeOf = (name: string) => deskPlace(`${name}Rows`)

/** Rows of a page as they were chosen last, in any list of this name in the tab. */
export const rememberedSize = (name: string) => readFromTab<number>(placeOf(name))

export const rememberSize = (name: string, size: number) => writeToTab(placeOf(name), size)

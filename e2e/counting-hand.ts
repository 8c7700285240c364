import type { Locator, Page } from '@playwright/test'

interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** What a task takes. */
export interface Effort {
  /** Keys pressed; keys that are held together, such as Ctrl+K, are one. */
  readonly keys: number
  readonly clicks: number
  /** Keys of the text that the task is about, such as the story of a call: any program needs as many. */
  readonly story: number
}

/** The only way in which a counted task acts on its page: every key and every click passes through it. */
export interface Hand {
  /** Presses keys one after the other. */
  press(...keys: readonly string[]): Promise<void>
  /** Types a text, each character with a key. */
  type(text: string): Promise<void>
  /** Types the text that the task is about. */
  typeStory(story: string): Promise<void>
  /** Clicks, with a key held if one is named. */
  click(control: Locator, held?: 'Shift'): Promise<void>
  /** Clicks a button that asks for a file; what is done in the window of the operating system is not counted. */
  chooseFile(button: Locator, file: ChosenFile): Promise<void>
  readonly effort: Effort
}

export function countingHand(page: Page): Hand {
  const effort = { keys: 0, clicks: 0, story: 0 }
  const click = async (control: Locator, held?: 'Shift') => {
    effort.clicks += 1
    await control.click(held && { modifiers: [held] })
  }
  return {
    effort,
    click,
    press: async (...keys) => {
      for (const key of keys) {
        effort.keys += 1
        await page.keyboard.press(key)
      }
    },
    type: async (text) => {
      effort.keys += [...text].length
      await page.keyboard.type(text)
    },
    typeStory: async (story) => {
      effort.story += [...story].length
      await page.keyboard.type(story)
    },
    chooseFile: async (button, file) => {
      const chooser = page.waitForEvent('filechooser')
      await click(button)
      await (await chooser).setFiles(file)
    },
  }
}

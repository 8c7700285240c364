/** Whether a form of the page holds what is not saved: it would stop the browser from closing the tab, and so tells it. */
export const hasUnsavedText = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** True if a form of the page has unsaved changes: the browser then asks before it closes the tab. */
export const hasUnsavedText = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

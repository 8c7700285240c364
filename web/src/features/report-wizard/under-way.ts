/** Whether the report is on its way, or waits for a network: nobody need touch the tab until it has arrived. */
export const underWay = { isSending: false }

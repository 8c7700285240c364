/** A key that a sender puts on what is sent, so that a repeat is known as one. `randomUUID` exists only on https. */
export const newSenderKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

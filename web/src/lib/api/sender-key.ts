/** An idempotency key: the server recognises a repeated call by it. `randomUUID` exists only on https. */
export const newSenderKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

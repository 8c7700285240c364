export const ascii = (text: string) => Buffer.from(text, 'latin1')
export const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')
export const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : part)))

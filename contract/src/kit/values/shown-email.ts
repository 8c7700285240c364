// Under its file, since Node has a deprecated module of the package's name.
import punycode from 'punycode/punycode.js'

/** A mail address as people write it: a domain that is kept in ASCII form is shown in its own script. */
export const shownEmail = (address: string): string =>
  /@.*xn--/i.test(address) ? punycode.toUnicode(address) : address

import arubaid from 'spid-smart-button/dist/img/idp-logos/spid-idp-arubaid.svg?url'
import infocertid from 'spid-smart-button/dist/img/idp-logos/spid-idp-infocertid.svg?url'
import lepidaid from 'spid-smart-button/dist/img/idp-logos/spid-idp-lepidaid.svg?url'
import namirialid from 'spid-smart-button/dist/img/idp-logos/spid-idp-namirialid.svg?url'
import posteid from 'spid-smart-button/dist/img/idp-logos/spid-idp-posteid.svg?url'
import sielteid from 'spid-smart-button/dist/img/idp-logos/spid-idp-sielteid.svg?url'
import spiditalia from 'spid-smart-button/dist/img/idp-logos/spid-idp-spiditalia.svg?url'
import timid from 'spid-smart-button/dist/img/idp-logos/spid-idp-timid.svg?url'

const logos: Readonly<Record<string, string>> = {
  arubaid,
  infocertid,
  lepidaid,
  namirialid,
  posteid,
  sielteid,
  spiditalia,
  timid,
}

/** Address of a provider's logo, of those that a package ships (spid-smart-button, EUPL-1.2); the marks are the providers'. */
export const logoOf = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(logos, name) ? logos[name] : undefined

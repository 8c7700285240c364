import type { AssociationKey } from './association.form.ts'

/**
 * What each field of an enrolled association rests on (decisions §6). What rests on the decree changes when the register accepts
 * the proposal; everything else changes at once.
 */
// biome-ignore format: a table
export const fieldBasis = {
  name:                        'decree',
  number:                      'decree',
  typeId:                      'decree',
  formedOn:                    'association',
  memberCount:                 'association',
  seatNation:                  'decree',
  seatRegion:                  'decree',
  seatProvince:                'decree',
  seatCity:                    'decree',
  seatAddress:                 'decree',
  seatPostalCode:              'decree',
  representativeFirstName:     'decree',
  representativeLastName:      'decree',
  representativeTaxCode:       'decree',
  representativeBirthDate:     'decree',
  representativeSexId:         'decree',
  representativeBirthNation:   'decree',
  representativeBirthRegion:   'decree',
  representativeBirthProvince: 'decree',
  representativeBirthCity:     'decree',
  representativeNation:        'decree',
  representativeRegion:        'decree',
  representativeProvince:      'decree',
  representativeCity:          'decree',
  representativeAddress:       'decree',
  representativePostalCode:    'decree',
  mainGroundId:                'association',
  mainSubGroundId:             'association',
  secondaryGrounds:            'association',
  projects:                    'association',
  deed:                        'decree',
  statute:                     'decree',
  memberList:                  'association',
  budget:                      'association',
  activityReport:              'association',
  declaration:                 'association',
  identityDocument:            'association',
  contacts:                    'association',
  delegates:                   'association',
  phone:                       'association',
  otherPhone:                  'association',
  thirdPhone:                  'association',
  email:                       'association',
  contactEmail:                'association',
  pec:                         'association',
  website:                     'association',
  notes:                       'association',
  consent:                     'association',
} as const satisfies Record<AssociationKey, 'decree' | 'association'>

/** Whether a change of a field of an enrolled association waits for the register. */
export const restsOnDecree = (key: string): boolean =>
  Object.hasOwn(fieldBasis, key) && fieldBasis[key as AssociationKey] === 'decree'

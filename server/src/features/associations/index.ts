// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export {
  countProposals,
  insertCertificates,
  listAssociationsAfter,
  listCertificates,
  listCurrentNumbers,
  listEventsOfAll,
  listLastPlaces,
  listLettersOfAll,
  listMembersAfter,
  listProposing,
  listTakenNumbers,
  type RequestNumber,
  raiseRequestPlaces,
  shownValues,
} from './moved-associations.store.ts'
export {
  columnsOfValues,
  findAssociation,
  nextRequestPlace,
  openAssociation,
  updateAssociation,
} from './record/associations.store.ts'
export {
  sealedAssociationEvents,
  sealedAssociationLetters,
  sealedAssociations,
} from './record/sealed-associations.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above

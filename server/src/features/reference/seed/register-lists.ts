import type { SeedLists } from './seed-list.ts'

/** The lists of the register of associations. */
export const registerLists = {
  organisation_document: [
    [1, 'Atto costitutivo', 'Deed of incorporation'],
    [2, 'Statuto', 'Statute'],
    [3, 'Elenco degli iscritti con quote versate', 'Member list with fees paid'],
    [4, 'Bilancio annuale', 'Annual budget'],
    [5, "Relazione sull'attività svolta", 'Activity report'],
    [6, 'Dichiarazione sostitutiva del legale rappresentante', "Legal representative's declaration"],
    [7, "Documento d'identità del legale rappresentante", "Legal representative's identity document"],
  ],
  organisation_type: [
    [1, 'Associazione riconosciuta', 'Recognised association'],
    [2, 'Associazione non riconosciuta', 'Unrecognised association'],
    [3, 'Associazione di promozione sociale (APS)', 'Social promotion association'],
    [4, 'Organizzazione di volontariato (ODV)', 'Voluntary organisation'],
    [5, 'Fondazione', 'Foundation'],
    [6, 'Comitato', 'Committee'],
    [7, 'Cooperativa sociale', 'Social cooperative'],
    [8, 'Ente religioso', 'Religious body'],
    [9, 'Articolazione territoriale autonoma', 'Autonomous territorial branch'],
    [99, 'Altro', 'Other'],
  ],
  association_rejection_reason: [
    [1, 'Costituita da meno di un anno', 'Established for less than a year'],
    [2, 'Statuto privo dello scopo esclusivo o preminente', 'Statute lacks exclusive or prevailing purpose'],
    [3, 'Ordinamento non democratico', 'Not democratically organised'],
    [4, 'Sede operativa non in Italia', 'No operating office in Italy'],
    [5, 'Elenco iscritti o bilancio assente', 'Member list or budget missing'],
    [6, "Attività non continuativa nell'anno precedente", 'No continuous activity in previous year'],
    [7, 'Cause ostative del legale rappresentante', 'Impediments of legal representative'],
    [8, 'Documentazione non integrata nei termini', 'Documents not completed in time'],
    [99, 'Altro', 'Other'],
  ],
  project_funder: [
    [1, 'Unione europea', 'European Union'],
    [2, 'Presidenza del Consiglio dei Ministri', 'Presidency of the Council of Ministers'],
    [3, 'Ministero', 'Ministry'],
    [4, 'Regione', 'Region'],
    [5, 'Provincia o città metropolitana', 'Province or metropolitan city'],
    [6, 'Comune', 'Municipality'],
    [7, 'Fondazione', 'Foundation'],
    [8, 'Privati e donazioni', 'Private donors'],
    [9, 'Autofinanziamento', 'Own funds'],
    [99, 'Altro', 'Other'],
  ],
} as const satisfies SeedLists

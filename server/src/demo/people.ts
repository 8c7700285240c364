import type { Language } from '@portal/contract'
import type { Draws, Weighted } from './random.ts'

/** The origin of a sample person: names, and ids of nation and religion in the reference lists. */
export interface Origin {
  readonly nation: number
  readonly religion: number
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
}

const names = (text: string) => text.split(' ')

// biome-ignore format: a table
const origins = {
  italy:    { nation: 105, religion: 2, firstNames: names('Anna Paolo Giulia Marta Stefano Franca Luigi Elisa Roberto Carla Tommaso Silvia'), lastNames: names('Bassani Corsi Damiani Fabbri Landi Marchi Negri Orlandi Pagani Ravelli Sartori Tonelli') },
  morocco:  { nation: 144, religion: 5, firstNames: names('Fatima Youssef Khadija Rachid Samira Hamza Nadia Karim'), lastNames: names('Alaoui Benali Chraibi Idrissi Tazi Berrada Lahlou Ziani') },
  senegal:  { nation: 188, religion: 5, firstNames: names('Awa Mamadou Ndeye Ousmane Fatou Cheikh Modou Astou'), lastNames: names('Diop Ndiaye Fall Sarr Gueye Sow Faye Mbaye') },
  nigeria:  { nation: 156, religion: 3, firstNames: names('Blessing Emeka Joy Chidi Grace Tunde Faith Kelechi'), lastNames: names('Okafor Adeyemi Eze Balogun Nwosu Obi Afolabi Okoro') },
  ghana:    { nation: 81,  religion: 3, firstNames: names('Kofi Abena Kwame Esi Yaw Akosua'), lastNames: names('Mensah Owusu Boateng Asante Osei Appiah') },
  pakistan: { nation: 162, religion: 5, firstNames: names('Ahmed Ayesha Bilal Sana Imran Zainab Usman Hira'), lastNames: names('Khan Malik Butt Qureshi Chaudhry Ansari Raza Siddiqui') },
  peru:     { nation: 168, religion: 2, firstNames: names('Rosa Luis Carmen Jorge Milagros Pedro Lucía Óscar'), lastNames: names('Quispe Flores Huamán Rojas Mendoza Vargas Castillo Ramos') },
  dominica: { nation: 61,  religion: 2, firstNames: names('Yolanda Miguel Altagracia Rafael Dulce Ramón'), lastNames: names('Peña Guzmán Féliz Rosario Polanco Santana') },
  ivory:    { nation: 53,  religion: 3, firstNames: names('Aminata Kouadio Mariam Serge Adjoua Didier'), lastNames: names('Koné Touré Kouassi Bamba Ouattara Yao') },
  romania:  { nation: 176, religion: 4, firstNames: names('Ioana Andrei Mihaela Bogdan Elena Florin'), lastNames: names('Popescu Ionescu Dumitru Stan Munteanu Radu') },
  albania:  { nation: 2,   religion: 5, firstNames: names('Elira Arben Besa Ilir Drita Gëzim'), lastNames: names('Hoxha Shehu Leka Prifti Gjoka Dervishi') },
  china:    { nation: 44,  religion: 7, firstNames: names('Li Mei Wei Hua Jing Xin'), lastNames: names('Zhang Wang Chen Hu Zhou Lin') },
  egypt:    { nation: 63,  religion: 5, firstNames: ['محمد', 'مريم', 'أحمد', 'نور', 'خالد', 'هدى', 'سمير', 'ليلى'], lastNames: ['الأنصاري', 'حسن', 'عبد الله', 'منصور', 'الشافعي', 'يوسف', 'السيد', 'إبراهيم'] },
  punjab:   { nation: 162, religion: 5, firstNames: ['عائشہ', 'بلال', 'فرحان', 'ثنا', 'کاشف', 'زینب'], lastNames: ['چوہدری', 'قریشی', 'ملک', 'بٹ', 'رضا', 'صدیقی'] },
} as const satisfies Record<string, Origin>

/** Origins of reporters by language, with their frequency. */
// biome-ignore format: a table
const originsOf: Partial<Record<Language, readonly Weighted<Origin>[]>> = {
  it: [[3, origins.italy], [3, origins.morocco], [2, origins.senegal], [2, origins.romania], [2, origins.albania], [1, origins.nigeria], [1, origins.peru], [1, origins.china], [1, origins.pakistan]],
  en: [[4, origins.nigeria], [2, origins.ghana], [2, origins.pakistan]],
  fr: [[3, origins.ivory], [3, origins.senegal], [2, origins.morocco]],
  es: [[4, origins.peru], [3, origins.dominica]],
  ar: [[5, origins.egypt], [2, origins.morocco]],
  ur: [[4, origins.punjab], [2, origins.pakistan]],
}

export interface SamplePerson {
  readonly firstName: string
  readonly lastName: string
  readonly origin: Origin
  readonly birthYear: number
  readonly email: string
  readonly phone: string
}

/** Generates a person who writes in a language; `isItalian` forces Italian origin. */
export function samplePerson(draws: Draws, language: Language, isItalian = false): SamplePerson {
  const origin = isItalian ? origins.italy : draws.weighted(originsOf[language] ?? originsOf.it ?? [])
  const [firstName, lastName] = [draws.pick(origin.firstNames), draws.pick(origin.lastNames)]
  const number = draws.between(100, 999)
  return {
    firstName,
    lastName,
    origin,
    birthYear: draws.between(1955, 2004),
    email: `${asciiOf(lastName) || 'persona'}.${number}@esempio.example`,
    // A range that Italian operators do not assign.
    phone: `+39300${draws.between(1_000_000, 9_999_999)}`,
  }
}

const asciiOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/** Names of associations that report. */
export const associations = [
  { name: 'Sportello Ponte Aperto', vat: '12345678903', representative: 'Bellucci' },
  { name: 'Rete Vicini di Casa', vat: '01114601006', representative: 'Moroni' },
  { name: 'Associazione Mille Voci', vat: '00488410010', representative: 'De Santis' },
] as const

import { registerLabels } from './register-labels.ts'
import type { Labels } from './seed-list.ts'

/** Translations of the public lists: by list name, then by item id. */
export const publicLabels: Readonly<Record<string, Readonly<Record<number, Labels>>>> = {
  ...registerLabels,
  assistance_subject: {
    1: { fr: 'Problème avec ce site', es: 'Problema con este sitio', ar: 'مشكلة في الموقع', ur: 'ویب سائٹ کا مسئلہ' },
    2: {
      fr: 'Un signalement déjà envoyé',
      es: 'Una comunicación ya enviada',
      ar: 'بلاغ سبق إرساله',
      ur: 'پہلے سے بھیجی گئی شکایت',
    },
    3: { fr: 'Pièces jointes', es: 'Archivos adjuntos', ar: 'المرفقات', ur: 'منسلکات' },
    4: { fr: 'Accessibilité', es: 'Accesibilidad', ar: 'سهولة الاستخدام للجميع', ur: 'سب کے لیے رسائی' },
    5: { fr: 'Registre des associations', es: 'Registro de asociaciones', ar: 'سجل الجمعيات', ur: 'انجمنوں کا رجسٹر' },
    6: { fr: 'Données personnelles', es: 'Datos personales', ar: 'البيانات الشخصية', ur: 'ذاتی معلومات' },
    99: { fr: 'Autre', es: 'Otro', ar: 'غير ذلك', ur: 'دیگر' },
  },
  reporter_type: {
    1: { fr: 'Victime', es: 'Víctima', ar: 'متضرر أو متضررة', ur: 'متاثرہ شخص' },
    2: {
      fr: 'Personne qui signale (informée par d’autres ou par les médias)',
      es: 'Me lo han contado (lo sé por otras personas o por los medios)',
      ar: 'مُبلِّغ أو مُبلِّغة (العلم بالواقعة من الغير أو من وسائل الإعلام)',
      ur: 'اطلاع دینے والا شخص (جسے واقعے کا علم دوسروں یا میڈیا سے ہوا)',
    },
    3: { fr: 'Témoin', es: 'Testigo', ar: 'شاهد أو شاهدة', ur: 'گواہ' },
    4: { fr: 'Association', es: 'Asociación', ar: 'جمعية', ur: 'انجمن' },
    5: {
      fr: 'L’Office, de sa propre initiative',
      es: 'La oficina, de oficio',
      ar: 'المكتب، بمبادرة منه',
      ur: 'دفتر، اپنی پہل پر',
    },
    6: {
      fr: 'Membre de la famille ou tuteur',
      es: 'Familiar o tutor',
      ar: 'أحد الأقارب أو وصي',
      ur: 'رشتہ دار یا سرپرست',
    },
    7: {
      fr: 'Avocat, avocate ou mandataire',
      es: 'Abogado, abogada o representante',
      ar: 'محامٍ أو مفوَّض',
      ur: 'وکیل یا مجاز نمائندہ',
    },
    99: { fr: 'Autre', es: 'Otro', ar: 'غير ذلك', ur: 'دیگر' },
  },
  sex: {
    1: { fr: 'Femme', es: 'Mujer', ar: 'امرأة', ur: 'عورت' },
    2: { fr: 'Homme', es: 'Hombre', ar: 'رجل', ur: 'مرد' },
    3: { fr: 'Non binaire', es: 'Persona no binaria', ar: 'هوية جندرية غير ثنائية', ur: 'نان بائنری' },
    4: {
      fr: 'Je préfère ne pas répondre',
      es: 'Prefiero no responder',
      ar: 'أفضّل عدم الإجابة',
      ur: 'بتانا پسند نہیں',
    },
    99: { fr: 'Autre', es: 'Otro', ar: 'غير ذلك', ur: 'دیگر' },
  },
  language: {
    1: { fr: 'Italien', es: 'Italiano', ar: 'الإيطالية', ur: 'اطالوی' },
    2: { fr: 'Anglais', es: 'Inglés', ar: 'الإنجليزية', ur: 'انگریزی' },
    3: { fr: 'Français', es: 'Francés', ar: 'الفرنسية', ur: 'فرانسیسی' },
    4: { fr: 'Espagnol', es: 'Español', ar: 'الإسبانية', ur: 'ہسپانوی' },
    5: { fr: 'Albanais', es: 'Albanés', ar: 'الألبانية', ur: 'البانوی' },
    6: { fr: 'Arabe', es: 'Árabe', ar: 'العربية', ur: 'عربی' },
    7: { fr: 'Russe', es: 'Ruso', ar: 'الروسية', ur: 'روسی' },
    8: { fr: 'Roumain', es: 'Rumano', ar: 'الرومانية', ur: 'رومانیائی' },
    9: { fr: 'Chinois mandarin', es: 'Chino mandarín', ar: 'الصينية (الماندرين)', ur: 'چینی (مینڈارن)' },
    10: { fr: 'Ourdou', es: 'Urdu', ar: 'الأردية', ur: 'اردو' },
    11: { fr: 'Filipino', es: 'Filipino', ar: 'الفلبينية', ur: 'فلپائنی' },
    99: { fr: 'Autre', es: 'Otro', ar: 'أخرى', ur: 'دیگر' },
  },
}

interface Labels {
  fr: string
  es: string
  ar: string
  ur: string
}

/** The other languages of the lists that visitors choose from: list name, then id of the entry. */
export const publicLabels: Readonly<Record<string, Readonly<Record<number, Labels>>>> = {
  reporter_type: {
    1: { fr: 'Victime', es: 'Víctima', ar: 'ضحية', ur: 'متاثرہ شخص' },
    2: {
      fr: 'Signalant (informé des faits par des tiers ou par les médias)',
      es: 'Informante (conoce los hechos por terceros o por los medios)',
      ar: 'مُبلِّغ (علم بالواقعة من الغير أو من وسائل الإعلام)',
      ur: 'اطلاع دہندہ (جسے واقعے کا علم دوسروں یا میڈیا سے ہوا)',
    },
    3: { fr: 'Témoin', es: 'Testigo', ar: 'شاهد', ur: 'گواہ' },
    4: { fr: 'Association', es: 'Asociación', ar: 'جمعية', ur: 'انجمن' },
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

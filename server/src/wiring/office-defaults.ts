import type { Office } from '@portal/contract'

/** Town of the seat, for the certificate of the service provider. */
export const officeSeat = 'Roma'

/** The default settings of the office. Its name appears only in this file. */
export const officeDefaults: Office = {
  slug: 'unar',
  productTag: 'UNAR',
  name: 'UNAR – Ufficio Nazionale Antidiscriminazioni Razziali',
  tagline: 'A difesa delle differenze',
  about:
    'Siamo un ufficio pubblico italiano e aiutiamo chi subisce o vede una discriminazione. Il servizio è gratuito e riservato. Leggono la tua segnalazione solo persone autorizzate dal nostro ufficio, che devono mantenere il segreto. Senza il tuo accordo non diciamo chi sei alla persona accusata, salvo che la legge lo imponga.',
  recipients:
    "Leggono la segnalazione solo persone del nostro ufficio. Se per aiutarti serve un altro ente, per esempio l'ispettorato del lavoro, prima te lo diciamo. Solo per i reati più gravi la legge può obbligarci ad avvisare la procura.",
  residence:
    "Segnalare non cambia nulla nel tuo permesso di soggiorno, nemmeno se è scaduto o non ce l'hai. Non inviamo la segnalazione a chi rilascia i permessi.",
  translations: {
    en: {
      name: 'UNAR – National Office against Racial Discrimination',
      tagline: 'In defence of differences',
      about:
        'We are an Italian public office and we help people who experience or see discrimination. The service is free and confidential. Only people authorised by our office read your report, and they must keep it secret. Without your agreement we do not tell the person accused who you are, unless the law requires it.',
      department: 'Department for Equal Opportunities',
      parentBody: 'Presidency of the Council of Ministers',
      recipients:
        'Only people in our office read the report. If another body is needed to help you, for example the labour inspectorate, we tell you first. Only for the most serious crimes can the law oblige us to inform the public prosecutor.',
      residence:
        'Reporting changes nothing about your residence permit, even if it has expired or you have none. We do not send the report to those who issue permits.',
    },
    fr: {
      name: 'UNAR – Office national contre les discriminations raciales',
      tagline: 'Défendre les différences',
      about:
        'Nous sommes un organisme public italien et nous aidons les personnes qui subissent ou voient une discrimination. Le service est gratuit et confidentiel. Seules des personnes autorisées par notre Office lisent votre signalement, et elles sont tenues au secret. Sans votre accord, nous ne disons pas qui vous êtes à la personne mise en cause, sauf si la loi nous y oblige.',
      department: 'Département pour l’égalité des chances',
      parentBody: 'Présidence du Conseil des ministres',
      recipients:
        'Seules des personnes de notre Office lisent le signalement. Si un autre organisme est nécessaire pour vous aider, par exemple l’inspection du travail, nous vous le disons d’abord. La loi ne peut nous obliger à informer le procureur que pour les infractions les plus graves.',
      residence:
        'Signaler ne change rien à votre titre de séjour, même s’il a expiré ou si vous n’en avez pas. Nous n’envoyons pas le signalement aux services qui délivrent les titres de séjour.',
    },
    es: {
      name: 'UNAR – Oficina Nacional contra la Discriminación Racial',
      tagline: 'En defensa de las diferencias',
      about:
        'Somos una oficina pública italiana y ayudamos a quienes sufren o ven una discriminación. El servicio es gratuito y confidencial. Solo leen tu comunicación personas autorizadas por nuestra oficina, que deben guardar el secreto. Sin tu permiso no decimos quién eres a la persona acusada, salvo que la ley nos obligue.',
      department: 'Departamento para la Igualdad de Oportunidades',
      parentBody: 'Presidencia del Consejo de Ministros',
      recipients:
        'Solo leen la comunicación personas de nuestra oficina. Si para ayudarte hace falta otro organismo, por ejemplo la inspección de trabajo, antes te lo decimos. Solo por los delitos más graves la ley puede obligarnos a avisar a la fiscalía.',
      residence:
        'Escribirnos no cambia nada en tu permiso de residencia, aunque esté caducado o no lo tengas. No enviamos la comunicación a quienes conceden los permisos.',
    },
    ar: {
      name: 'UNAR – المكتب الوطني لمكافحة التمييز العنصري',
      tagline: 'دفاعًا عن الاختلاف',
      about:
        'نحن مكتب حكومي إيطالي نساعد من يتعرض للتمييز أو يكون شاهدًا عليه. الخدمة مجانية وسرية. لا يقرأ بلاغك إلا أشخاص خوَّلهم مكتبنا، وهم ملزَمون بحفظ السر. ولا نكشف هويتك للشخص المتهم من دون موافقتك، إلا إذا ألزمنا القانون بذلك.',
      department: 'إدارة تكافؤ الفرص',
      parentBody: 'رئاسة مجلس الوزراء الإيطالي',
      recipients:
        'لا يقرأ البلاغ إلا أشخاص من مكتبنا. وإذا احتجنا لمساعدتك إلى جهة أخرى، مثل مفتشية العمل، فسنخبرك أولًا. ولا يمكن أن يلزمنا القانون بإبلاغ النيابة العامة إلا في أخطر الجرائم.',
      residence:
        'تقديم البلاغ لا يغيّر شيئًا في تصريح إقامتك، حتى لو كان منتهيًا أو لم يكن لديك تصريح. ولا نرسل البلاغ إلى الجهة التي تصدر التصاريح.',
    },
    ur: {
      name: 'UNAR – نسلی امتیاز کے خلاف قومی دفتر',
      tagline: 'تنوع کے دفاع میں',
      about:
        'ہم اٹلی کا ایک سرکاری دفتر ہیں۔ ہم ان لوگوں کی مدد کرتے ہیں جن کے ساتھ امتیازی سلوک ہوا ہو یا جنہوں نے اسے ہوتے دیکھا ہو۔ یہ خدمت مفت ہے اور آپ کی بات راز میں رہتی ہے۔ آپ کی شکایت صرف وہ لوگ پڑھتے ہیں جنہیں ہمارے دفتر نے اجازت دی ہے، اور وہ اسے راز میں رکھنے کے پابند ہیں۔ جس شخص پر الزام ہو اسے ہم آپ کی رضامندی کے بغیر نہیں بتاتے کہ آپ کون ہیں، سوائے اس کے کہ قانون ہمیں مجبور کرے۔',
      department: 'محکمۂ مساوی مواقع',
      parentBody: 'اٹلی کے وزیرِ اعظم کا دفتر',
      recipients:
        'شکایت صرف ہمارے دفتر کے لوگ پڑھتے ہیں۔ اگر آپ کی مدد کے لیے کسی اور ادارے، مثلاً لیبر انسپکٹوریٹ، کی ضرورت ہو تو ہم پہلے آپ کو بتاتے ہیں۔ صرف نہایت سنگین جرائم میں قانون ہمیں سرکاری وکیل کو اطلاع دینے کا پابند کر سکتا ہے۔',
      residence:
        'شکایت کرنے سے آپ کے رہائشی اجازت نامے پر کوئی اثر نہیں پڑتا، چاہے اس کی میعاد ختم ہو چکی ہو یا آپ کے پاس نہ ہو۔ ہم شکایت اجازت نامے جاری کرنے والوں کو نہیں بھیجتے۔',
    },
  },
  department: 'Dipartimento per le Pari Opportunità',
  departmentUrl: 'https://www.pariopportunita.gov.it/',
  parentBody: 'Presidenza del Consiglio dei Ministri',
  phone: '800 90 10 10',
  registerMailbox: 'registro@unar.example',
  assistanceMailbox: 'assistenza@unar.example',
  ipaCode: 'pcm',
  quickExitUrl: 'https://www.ilmeteo.it/',
  accessibilityUrl: 'https://form.agid.gov.it/',
  securityMailbox: 'sicurezza@unar.example',
  privacyMailbox: 'dpo@unar.example',
  publishedDocuments: [],
  links: [
    {
      label: 'Presidenza del Consiglio dei Ministri',
      labels: {
        en: 'Presidency of the Council of Ministers',
        fr: 'Présidence du Conseil des ministres',
        es: 'Presidencia del Consejo de Ministros',
        ar: 'رئاسة مجلس الوزراء الإيطالي',
        ur: 'اٹلی کے وزیرِ اعظم کا دفتر',
      },
      href: 'https://www.governo.it/',
    },
    {
      label: 'Dipartimento per le Pari Opportunità',
      labels: {
        en: 'Department for Equal Opportunities',
        fr: 'Département pour l’égalité des chances',
        es: 'Departamento para la Igualdad de Oportunidades',
        ar: 'إدارة تكافؤ الفرص',
        ur: 'محکمۂ مساوی مواقع',
      },
      href: 'https://www.pariopportunita.gov.it/',
    },
    {
      label: 'Sito istituzionale',
      labels: {
        en: 'Website of the office',
        fr: 'Site de l’Office',
        es: 'Sitio web de la oficina',
        ar: 'موقع المكتب',
        ur: 'دفتر کی ویب سائٹ',
      },
      href: 'https://www.unar.it/',
    },
  ],
}

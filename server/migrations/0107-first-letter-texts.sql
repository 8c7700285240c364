-- The texts that letters to complainants begin with; the office changes them. Each remedy has its source beside it.

insert into letter_texts (kind, name, source, ground_id, field_id, mode_id, texts) values
  ('continues', 'Il caso prosegue', null, null, null, null, '{
  "it": "Buongiorno,\n\nabbiamo esaminato la segnalazione {codice}, che abbiamo ricevuto il {data}.\nMotivo di discriminazione: {motivo}.\n\nIl caso prosegue: l’ufficio se ne sta occupando.\n\nTi informeremo quando ci sarà una decisione.\n\nChe cosa puoi fare intanto, e chi può aiutarti:\n{rimedi}\n\nPer ogni domanda chiama il numero {telefono}, dal lunedì al venerdì dalle 8:00 alle 17:00.\n\n{ufficio}",
  "en": "Hello,\n\nWe have examined your report {codice}, which we received on {data}.\nGround of discrimination: {motivo}.\n\nYour case goes on: the office is working on it.\n\nWe will inform you when there is a decision.\n\nWhat you can do in the meantime, and who can help you:\n{rimedi}\n\nIf you have any questions, call {telefono}, Monday to Friday from 8:00 to 17:00.\n\n{ufficio}",
  "fr": "Bonjour,\n\nNous avons examiné votre signalement {codice}, que nous avons reçu le {data}.\nMotif de discrimination : {motivo}.\n\nVotre dossier se poursuit : l’Office s’en occupe.\n\nNous vous informerons lorsqu’une décision sera prise.\n\nCe que vous pouvez faire en attendant, et qui peut vous aider :\n{rimedi}\n\nPour toute question, appelez le {telefono}, du lundi au vendredi de 8 h à 17 h.\n\n{ufficio}",
  "es": "Hola:\n\nHemos examinado su comunicación {codice}, que recibimos el {data}.\nMotivo de discriminación: {motivo}.\n\nSu caso sigue adelante: la oficina se está ocupando de él.\n\nLe informaremos cuando haya una decisión.\n\nQué puede hacer mientras tanto y quién puede ayudarle:\n{rimedi}\n\nSi tiene preguntas, llame al {telefono}, de lunes a viernes de 8:00 a 17:00.\n\n{ufficio}",
  "ar": "مرحبًا،\n\nلقد درسنا بلاغكم {codice} الذي تلقيناه بتاريخ {data}.\nسبب التمييز: {motivo}.\n\nملفكم مستمر: المكتب يعمل عليه.\n\nسنبلغكم عندما يصدر قرار.\n\nما يمكنكم فعله في هذه الأثناء، ومن يمكنه مساعدتكم:\n{rimedi}\n\nلأي سؤال اتصلوا بالرقم {telefono}، من الاثنين إلى الجمعة من الساعة 8:00 إلى 17:00.\n\n{ufficio}",
  "ur": "السلام علیکم،\n\nہم نے آپ کی شکایت {codice} کا جائزہ لیا ہے، جو ہمیں {data} کو ملی تھی۔\nامتیازی سلوک کی وجہ: {motivo}۔\n\nآپ کا معاملہ جاری ہے: دفتر اس پر کام کر رہا ہے۔\n\nجب کوئی فیصلہ ہو گا تو ہم آپ کو بتائیں گے۔\n\nاس دوران آپ کیا کر سکتے ہیں، اور کون آپ کی مدد کر سکتا ہے:\n{rimedi}\n\nکسی بھی سوال کے لیے {telefono} پر فون کریں، پیر سے جمعہ، 8:00 سے 17:00 تک۔\n\n{ufficio}"
}'),
  ('closed', 'Il caso è chiuso', null, null, null, null, '{
  "it": "Buongiorno,\n\nabbiamo esaminato la segnalazione {codice}, che abbiamo ricevuto il {data}.\nMotivo di discriminazione: {motivo}.\n\nAbbiamo chiuso il caso.\nEsito: {esito}.\n\nLa nostra decisione non ti impedisce di rivolgerti a un giudice.\n\nChe cosa puoi fare ora, e chi può aiutarti:\n{rimedi}\n\nPer ogni domanda chiama il numero {telefono}, dal lunedì al venerdì dalle 8:00 alle 17:00.\n\n{ufficio}",
  "en": "Hello,\n\nWe have examined your report {codice}, which we received on {data}.\nGround of discrimination: {motivo}.\n\nWe have closed the case.\nOutcome: {esito}.\n\nOur decision does not prevent you from going to court.\n\nWhat you can do now, and who can help you:\n{rimedi}\n\nIf you have any questions, call {telefono}, Monday to Friday from 8:00 to 17:00.\n\n{ufficio}",
  "fr": "Bonjour,\n\nNous avons examiné votre signalement {codice}, que nous avons reçu le {data}.\nMotif de discrimination : {motivo}.\n\nNous avons clos le dossier.\nRésultat : {esito}.\n\nNotre décision ne vous empêche pas de saisir un juge.\n\nCe que vous pouvez faire maintenant, et qui peut vous aider :\n{rimedi}\n\nPour toute question, appelez le {telefono}, du lundi au vendredi de 8 h à 17 h.\n\n{ufficio}",
  "es": "Hola:\n\nHemos examinado su comunicación {codice}, que recibimos el {data}.\nMotivo de discriminación: {motivo}.\n\nHemos cerrado el caso.\nResultado: {esito}.\n\nNuestra decisión no le impide acudir a un juez.\n\nQué puede hacer ahora y quién puede ayudarle:\n{rimedi}\n\nSi tiene preguntas, llame al {telefono}, de lunes a viernes de 8:00 a 17:00.\n\n{ufficio}",
  "ar": "مرحبًا،\n\nلقد درسنا بلاغكم {codice} الذي تلقيناه بتاريخ {data}.\nسبب التمييز: {motivo}.\n\nلقد أغلقنا الملف.\nالنتيجة: {esito}.\n\nقرارنا لا يمنعكم من اللجوء إلى القضاء.\n\nما يمكنكم فعله الآن، ومن يمكنه مساعدتكم:\n{rimedi}\n\nلأي سؤال اتصلوا بالرقم {telefono}، من الاثنين إلى الجمعة من الساعة 8:00 إلى 17:00.\n\n{ufficio}",
  "ur": "السلام علیکم،\n\nہم نے آپ کی شکایت {codice} کا جائزہ لیا ہے، جو ہمیں {data} کو ملی تھی۔\nامتیازی سلوک کی وجہ: {motivo}۔\n\nہم نے یہ معاملہ بند کر دیا ہے۔\nنتیجہ: {esito}۔\n\nہمارا فیصلہ آپ کو عدالت جانے سے نہیں روکتا۔\n\nاب آپ کیا کر سکتے ہیں، اور کون آپ کی مدد کر سکتا ہے:\n{rimedi}\n\nکسی بھی سوال کے لیے {telefono} پر فون کریں، پیر سے جمعہ، 8:00 سے 17:00 تک۔\n\n{ufficio}"
}'),
  ('remedy', 'Azione civile contro la discriminazione', 'D.lgs. 150/2011, art. 28', null, null, null, '{
  "it": "Giudice civile: puoi chiedere al tribunale del luogo in cui hai il domicilio di far cessare la discriminazione, di rimuoverne gli effetti e di risarcire il danno. In primo grado puoi stare in giudizio anche senza avvocato.",
  "en": "Civil court: you can ask the court of the place where you live to stop the discrimination, to remove its effects and to award you compensation. In the first instance you can go to court without a lawyer.",
  "fr": "Juge civil : vous pouvez demander au tribunal de votre domicile de faire cesser la discrimination, d’en supprimer les effets et de vous accorder une indemnisation. En première instance, vous pouvez agir sans avocat.",
  "es": "Juez civil: puede pedir al tribunal del lugar de su domicilio que haga cesar la discriminación, elimine sus efectos y le conceda una indemnización. En primera instancia puede actuar sin abogado.",
  "ar": "القضاء المدني: يمكنكم أن تطلبوا من محكمة مكان إقامتكم وقف التمييز وإزالة آثاره والتعويض عن الضرر. في الدرجة الأولى يمكنكم التقاضي دون محامٍ.",
  "ur": "سول عدالت: آپ اپنی رہائش کے علاقے کی عدالت سے امتیازی سلوک بند کرانے، اس کے اثرات ختم کرانے اور ہرجانے کی درخواست کر سکتے ہیں۔ پہلے درجے میں آپ وکیل کے بغیر بھی عدالت جا سکتے ہیں۔"
}'),
  ('remedy', 'Patrocinio a spese dello Stato', 'D.P.R. 115/2002, artt. 74 e 119', null, null, null, '{
  "it": "Patrocinio a spese dello Stato: se il tuo reddito è basso, lo Stato può pagare il tuo avvocato. La domanda si presenta al Consiglio dell’ordine degli avvocati.",
  "en": "Legal aid: if your income is low, the State can pay for your lawyer. You apply to the local bar council (Consiglio dell’ordine degli avvocati).",
  "fr": "Aide juridictionnelle : si vos revenus sont faibles, l’État peut payer votre avocat. La demande se fait auprès du conseil de l’ordre des avocats (Consiglio dell’ordine degli avvocati).",
  "es": "Asistencia jurídica gratuita: si sus ingresos son bajos, el Estado puede pagar a su abogado. La solicitud se presenta en el colegio de abogados (Consiglio dell’ordine degli avvocati).",
  "ar": "المساعدة القانونية على نفقة الدولة: إذا كان دخلكم منخفضًا يمكن للدولة أن تدفع أتعاب محاميكم. يُقدَّم الطلب إلى نقابة المحامين (Consiglio dell’ordine degli avvocati).",
  "ur": "سرکاری خرچ پر وکیل: اگر آپ کی آمدنی کم ہے تو ریاست آپ کے وکیل کی فیس دے سکتی ہے۔ درخواست وکلا کی کونسل (Consiglio dell’ordine degli avvocati) میں دی جاتی ہے۔"
}'),
  ('remedy', 'Associazioni iscritte al registro', 'D.lgs. 215/2003, artt. 5 e 6', 1, null, null, '{
  "it": "Associazioni: puoi dare la delega ad agire in giudizio a un’associazione legittimata. Il registro pubblico ti aiuta a trovarne una vicina: {registro}",
  "en": "Associations: you can authorise an entitled association to go to court for you. The public register helps you find one near you: {registro}",
  "fr": "Associations : vous pouvez charger une association habilitée d’agir en justice pour vous. Le registre public vous aide à en trouver une près de chez vous : {registro}",
  "es": "Asociaciones: puede autorizar a una asociación legitimada para que actúe en juicio por usted. El registro público le ayuda a encontrar una cercana: {registro}",
  "ar": "الجمعيات: يمكنكم تفويض جمعية مخوّلة لرفع الدعوى باسمكم. يساعدكم السجل العام على إيجاد جمعية قريبة: {registro}",
  "ur": "تنظیمیں: آپ کسی مجاز تنظیم کو اپنی طرف سے عدالت جانے کا اختیار دے سکتے ہیں۔ عوامی رجسٹر میں آپ قریبی تنظیم ڈھونڈ سکتے ہیں: {registro}"
}'),
  ('remedy', 'Conciliazione nel lavoro', 'Codice di procedura civile, art. 410', null, 2, null, '{
  "it": "Lavoro: prima del giudizio puoi chiedere un tentativo di conciliazione alla commissione presso l’Ispettorato territoriale del lavoro, anche con il tuo sindacato.",
  "en": "Work: before going to court you can ask for conciliation at the local labour inspectorate (Ispettorato territoriale del lavoro), also through your trade union.",
  "fr": "Travail : avant le procès, vous pouvez demander une conciliation à l’inspection territoriale du travail (Ispettorato territoriale del lavoro), aussi par l’intermédiaire de votre syndicat.",
  "es": "Trabajo: antes del juicio puede pedir una conciliación en la inspección territorial de trabajo (Ispettorato territoriale del lavoro), también a través de su sindicato.",
  "ar": "العمل: قبل التقاضي يمكنكم طلب محاولة توفيق لدى مفتشية العمل المحلية (Ispettorato territoriale del lavoro)، أيضًا عن طريق نقابتكم.",
  "ur": "کام: عدالت جانے سے پہلے آپ مقامی لیبر انسپکٹوریٹ (Ispettorato territoriale del lavoro) میں مصالحت کی درخواست کر سکتے ہیں، اپنی یونین کے ذریعے بھی۔"
}'),
  ('remedy', 'Consigliera o consigliere di parità', 'D.lgs. 198/2006, artt. 15, 36 e 37', 8, 2, null, '{
  "it": "Consigliera o consigliere di parità: per le discriminazioni di genere sul lavoro può assisterti e agire in giudizio su tua delega.",
  "en": "Equality adviser (Consigliera di parità): for gender discrimination at work, she or he can assist you and go to court with your authorisation.",
  "fr": "Conseillère ou conseiller à l’égalité (Consigliera di parità) : pour les discriminations de genre au travail, elle ou il peut vous assister et agir en justice avec votre autorisation.",
  "es": "Consejera o consejero de igualdad (Consigliera di parità): en las discriminaciones de género en el trabajo puede asistirle y actuar en juicio con su autorización.",
  "ar": "مستشارة المساواة (Consigliera di parità): في حالات التمييز على أساس الجنس في العمل يمكنها مساعدتكم ورفع الدعوى بتفويض منكم.",
  "ur": "مساوات کی مشیر (Consigliera di parità): کام کی جگہ پر صنفی امتیاز کی صورت میں وہ آپ کی مدد کر سکتی ہیں اور آپ کے اختیار سے عدالت جا سکتی ہیں۔"
}'),
  ('remedy', '1522, antiviolenza e stalking', 'Presidenza del Consiglio dei ministri, www.1522.eu', 8, null, null, '{
  "it": "1522: numero antiviolenza e stalking, gratuito e attivo 24 ore su 24.",
  "en": "1522: helpline against violence and stalking, free of charge, 24 hours a day.",
  "fr": "1522 : numéro contre les violences et le harcèlement, gratuit, 24 heures sur 24.",
  "es": "1522: teléfono contra la violencia y el acoso, gratuito, las 24 horas.",
  "ar": "1522: رقم مكافحة العنف والملاحقة، مجاني وعلى مدار 24 ساعة.",
  "ur": "1522: تشدد اور تعاقب کے خلاف ہیلپ لائن، مفت، 24 گھنٹے۔"
}'),
  ('remedy', '1522, antiviolenza e stalking (molestia sessuale)', 'Presidenza del Consiglio dei ministri, www.1522.eu', null, null, 12, '{
  "it": "1522: numero antiviolenza e stalking, gratuito e attivo 24 ore su 24.",
  "en": "1522: helpline against violence and stalking, free of charge, 24 hours a day.",
  "fr": "1522 : numéro contre les violences et le harcèlement, gratuit, 24 heures sur 24.",
  "es": "1522: teléfono contra la violencia y el acoso, gratuito, las 24 horas.",
  "ar": "1522: رقم مكافحة العنف والملاحقة، مجاني وعلى مدار 24 ساعة.",
  "ur": "1522: تشدد اور تعاقب کے خلاف ہیلپ لائن، مفت، 24 گھنٹے۔"
}'),
  ('remedy', 'Denuncia o querela (crimine d’odio)', 'Codice di procedura penale, artt. 333 e 336; codice penale, artt. 604-bis e 604-ter', null, null, 11, '{
  "it": "Se il fatto è un reato, puoi presentare denuncia o querela alla Polizia di Stato o ai Carabinieri. Se sei in pericolo chiama il 112.",
  "en": "If what happened is a crime, you can report it to the police (Polizia di Stato or Carabinieri). If you are in danger, call 112.",
  "fr": "Si les faits sont une infraction, vous pouvez porter plainte à la police (Polizia di Stato ou Carabinieri). En cas de danger, appelez le 112.",
  "es": "Si los hechos son un delito, puede denunciarlos a la policía (Polizia di Stato o Carabinieri). Si corre peligro, llame al 112.",
  "ar": "إذا كان ما حدث جريمة، يمكنكم تقديم شكوى إلى الشرطة (Polizia di Stato أو Carabinieri). إذا كنتم في خطر اتصلوا بالرقم 112.",
  "ur": "اگر یہ واقعہ جرم ہے تو آپ پولیس (Polizia di Stato یا Carabinieri) میں شکایت درج کرا سکتے ہیں۔ خطرے کی صورت میں 112 پر فون کریں۔"
}'),
  ('remedy', 'OSCAD (crimine d’odio)', 'Ministero dell’interno, OSCAD', null, null, 11, '{
  "it": "OSCAD, l’osservatorio delle forze di polizia contro gli atti discriminatori: oscad@dcpc.interno.it",
  "en": "OSCAD, the police observatory against discriminatory acts: oscad@dcpc.interno.it",
  "fr": "OSCAD, l’observatoire de la police contre les actes discriminatoires : oscad@dcpc.interno.it",
  "es": "OSCAD, el observatorio de la policía contra los actos discriminatorios: oscad@dcpc.interno.it",
  "ar": "OSCAD، مرصد الشرطة لمكافحة الأعمال التمييزية: oscad@dcpc.interno.it",
  "ur": "OSCAD، امتیازی کارروائیوں کے خلاف پولیس کی آبزرویٹری: oscad@dcpc.interno.it"
}'),
  ('remedy', 'Denuncia o querela (discorso d’odio)', 'Codice di procedura penale, artt. 333 e 336; codice penale, artt. 604-bis e 604-ter', null, null, 10, '{
  "it": "Se il fatto è un reato, puoi presentare denuncia o querela alla Polizia di Stato o ai Carabinieri. Se sei in pericolo chiama il 112.",
  "en": "If what happened is a crime, you can report it to the police (Polizia di Stato or Carabinieri). If you are in danger, call 112.",
  "fr": "Si les faits sont une infraction, vous pouvez porter plainte à la police (Polizia di Stato ou Carabinieri). En cas de danger, appelez le 112.",
  "es": "Si los hechos son un delito, puede denunciarlos a la policía (Polizia di Stato o Carabinieri). Si corre peligro, llame al 112.",
  "ar": "إذا كان ما حدث جريمة، يمكنكم تقديم شكوى إلى الشرطة (Polizia di Stato أو Carabinieri). إذا كنتم في خطر اتصلوا بالرقم 112.",
  "ur": "اگر یہ واقعہ جرم ہے تو آپ پولیس (Polizia di Stato یا Carabinieri) میں شکایت درج کرا سکتے ہیں۔ خطرے کی صورت میں 112 پر فون کریں۔"
}'),
  ('remedy', 'OSCAD (discorso d’odio)', 'Ministero dell’interno, OSCAD', null, null, 10, '{
  "it": "OSCAD, l’osservatorio delle forze di polizia contro gli atti discriminatori: oscad@dcpc.interno.it",
  "en": "OSCAD, the police observatory against discriminatory acts: oscad@dcpc.interno.it",
  "fr": "OSCAD, l’observatoire de la police contre les actes discriminatoires : oscad@dcpc.interno.it",
  "es": "OSCAD, el observatorio de la policía contra los actos discriminatorios: oscad@dcpc.interno.it",
  "ar": "OSCAD، مرصد الشرطة لمكافحة الأعمال التمييزية: oscad@dcpc.interno.it",
  "ur": "OSCAD، امتیازی کارروائیوں کے خلاف پولیس کی آبزرویٹری: oscad@dcpc.interno.it"
}'),
  ('remedy', 'Polizia postale', 'Polizia di Stato, www.commissariatodips.it', null, 10, 10, '{
  "it": "Contenuti d’odio in rete: puoi segnalarli alla Polizia postale, www.commissariatodips.it",
  "en": "Hate content online: you can report it to the postal and communications police, www.commissariatodips.it",
  "fr": "Contenus haineux en ligne : vous pouvez les signaler à la police postale, www.commissariatodips.it",
  "es": "Contenidos de odio en internet: puede denunciarlos a la policía postal, www.commissariatodips.it",
  "ar": "محتوى الكراهية على الإنترنت: يمكنكم الإبلاغ عنه لدى شرطة البريد والاتصالات، www.commissariatodips.it",
  "ur": "انٹرنیٹ پر نفرت انگیز مواد: آپ پوسٹل پولیس کو اطلاع دے سکتے ہیں، www.commissariatodips.it"
}');

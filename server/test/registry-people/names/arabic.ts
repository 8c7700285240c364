/** Common Arabic names in Italy, as papers of Morocco, Tunisia, Egypt and Syria spell them, and in their own script. */
export const arabic = {
  men: `Mohamed/Mohammed/Muhammad/Mohamad/Muhammed=محمد Ahmed/Ahmad/Ahmet=أحمد Ali/Aly=علي Hassan/Hasan/Hassane=حسن
    Hussein/Hussain/Houssine/Hossein=حسين Mustafa/Mostafa/Moustafa/Mustapha=مصطفى Youssef/Yusuf/Yousef/Yussef=يوسف
    Ibrahim/Brahim/Ebrahim=إبراهيم Omar/Omer/Amor=عمر Khaled/Khalid=خالد Karim/Kareem=كريم Rachid/Rashid/Rasheed=رشيد
    Said/Saeed/Saïd=سعيد Samir/Sameer=سمير Abdelkader/Abdulkader/Abdel_Kader=عبدالقادر Abdallah/Abdullah/Abdalla=عبدالله
    Abdelrahman/Abderrahman/Abdulrahman/Abderrahmane=عبدالرحمن Abdelaziz/Abdulaziz=عبدالعزيز Walid/Oualid/Waleed=وليد
    Hamza/Hamzah=حمزة Bilal/Bilel/Belal=بلال Yassine/Yasin/Yassin/Yaseen=ياسين Amine/Amin/Ameen=أمين Tarek/Tariq/Tarik=طارق
    Nabil/Nabeel=نبيل Jamal/Gamal/Djamel=جمال Mahmoud/Mahmud/Mahmood=محمود Hicham/Hisham/Hesham=هشام Adel/Adil=عادل
    Anas/Anass=أنس Ayoub/Ayub/Ayyoub=أيوب Ismail/Ismael/Smail=إسماعيل Zakaria/Zakariya/Zacaria=زكريا Osama/Oussama/Usama=أسامة
    Nour/Nur/Noor=نور Sami/Samy=سامي Ramadan/Ramzan/Ramadhan=رمضان Othman/Osman/Uthman=عثمان Marwan/Marouane=مروان
    Fouad/Fuad/Fouaad=فؤاد Driss/Idriss/Idris=إدريس Aziz/Azeez=عزيز Mourad/Murad=مراد Wael/Wail=وائل Ziad/Ziyad=زياد
    Bassam/Bassem=بسام Jaber/Jabir=جابر Salah/Saleh=صلاح Hatem/Hatim=حاتم Ashraf/Achraf=أشرف`,
  women: `Fatima/Fatma/Fatimah/Fatema=فاطمة Aicha/Aisha/Aysha/Aïcha=عائشة Khadija/Khadidja/Kadija=خديجة Mariam/Maryam/Meryem/Miriam=مريم
    Amina/Aminah=أمينة Nadia/Nadya=نادية Malika/Malikah=مليكة Samira/Sameera=سميرة Zineb/Zainab/Zaynab/Zeinab=زينب
    Leila/Layla/Laila/Leyla=ليلى Salma/Selma=سلمى Hanan/Hanane=حنان Naima/Naïma=نعيمة Rachida/Rashida=رشيدة Karima/Kareema=كريمة
    Imane/Iman/Eman=إيمان Sanaa/Sana=سناء Hind/Hend=هند Houda/Huda/Hoda=هدى Najat/Nagat=نجاة Saida/Saeeda=سعيدة
    Latifa/Lateefa=لطيفة Yasmine/Yasmin/Jasmin=ياسمين Nour/Noor/Nur=نور Rania/Raniya=رانيا Dalia/Dalya=داليا Hala/Halah=هالة
    Sara/Sarah=سارة Asma/Asmaa=أسماء Ghizlane/Gizlan=غزلان Souad/Suad=سعاد Wafa/Wafaa/Ouafa=وفاء Habiba/Habibah=حبيبة
    Zahra/Zohra/Zahrae=زهرة Rahma/Rahmah=رحمة`,
  surnames: `El_Amrani/Al_Amrani/Elamrani/Amrani=العمراني Alaoui/El_Alaoui/Alawi=العلوي El_Idrissi/Idrissi/Al_Idrisi=الإدريسي
    Ansari/Al_Ansari/El_Ansari=الأنصاري Benali/Ben_Ali=بنعلي El_Fassi/Al_Fasi/Fassi=الفاسي Tazi/Al_Tazi=التازي
    Bennani/Benani=بناني Haddad/El_Haddad/Al_Haddad=حداد Khoury/Khouri/Al_Khoury=خوري Mansour/Mansur/Al_Mansour=منصور
    Saleh/Salih/Salah=صالح Salem/Salim=سالم Hamdi/Hamdy=حمدي Ibrahim/Ebrahim=إبراهيم Hassan/Hasan=حسن Mahmoud/Mahmud=محمود
    Khalil/Khaleel=خليل Nasser/Naser/Nasr/Nasir=ناصر Bakr/Bakir=بكر Darwish/Darouiche/Darwich=درويش Hamdan/Hemdan=حمدان
    Jaziri/Al_Jaziri/Gaziri=الجزيري Trabelsi/Al_Trabelsi/Trabulsi=الطرابلسي Masri/El_Masri/Al_Masry=المصري
    Chahine/Shahin/Shaheen=شاهين Cherif/Sharif/Sherif/El_Sherif=الشريف Farouk/Faruk/Farooq=فاروق Hakim/El_Hakim/Hakeem=حكيم
    Qassem/Kassem/Qasim/Kasim=قاسم Rahmani/Al_Rahmani=رحماني Mokhtar/Mukhtar/Moktar=مختار Ouali/Wali/El_Ouali=الوالي
    Zaki/Zaky=زكي Bouazizi/Buazizi=بوعزيزي Chaouki/Shawki/Shawqi=شوقي Ghannam/Ganam=غنام Jabbar/Gabbar=جبار
    Lahlou/Lahlu=لحلو Mahfoud/Mahfouz/Mahfuz=محفوظ Othmani/Osmani/El_Othmani=العثماني Soliman/Suleiman/Sulaiman/Slimane=سليمان
    Tahiri/Al_Tahiri/Taheri=الطاهري Yousfi/Yusfi/Al_Yousfi=اليوسفي Ziani/Zayani=الزياني Baraka/Barakat=بركات
    Daoudi/Dawoodi/Daudi=داودي Essaidi/Al_Saidi/Saidi=السعيدي Filali/El_Filali/Al_Filali=الفيلالي Harrak/Al_Harrak=الحراق
    Kabbaj/Al_Kabbaj=القباج Mernissi/Al_Mernissi=المرنيسي Naciri/Nasiri/Al_Nasiri=الناصري Rifai/El_Rifai/Al_Rifai=الرفاعي
    Sabri/Sabry=صبري Toumi/Tumi=التومي Zouari/Zwari=الزواري Badawi/Badaoui/Badawy=بدوي Attar/El_Attar/Al_Attar=العطار`,
} as const

/** Common names of Bangladesh, as passports spell them, and in Bengali letters. */
export const bengali = {
  men: `Mohammad/Mohammed/Muhammad=মোহাম্মদ Abdul/Abdool=আব্দুল Rafiqul/Rafikul/Rofiqul=রফিকুল Shahidul/Sahidul=শহীদুল Kamal/Kamaal=কামাল
    Jahangir/Jahangeer=জাহাঙ্গীর Nurul/Noorul=নুরুল Aminul/Amenul=আমিনুল Saiful/Saifool=সাইফুল Mizanur/Mijanur=মিজানুর
    Habibur/Hobibur=হাবিবুর Anwar/Anowar/Anwer=আনোয়ার Delwar/Delowar=দেলোয়ার Alamgir/Alomgir=আলমগীর Monir/Munir=মনির
    Faruk/Farooq/Faruque=ফারুক Sohel/Suhel=সোহেল Masud/Masood=মাসুদ Rubel/Rubel=রুবেল Shamim/Samim=শামীম Babul/Babool=বাবুল
    Ripon/Repon=রিপন Sumon/Suman=সুমন Tanvir/Tanveer=তানভীর Imran/Emran=ইমরান Hasan/Hassan=হাসান Ashraful/Asraful=আশরাফুল
    Zakir/Jakir=জাকির Selim/Salim=সেলিম Monirul/Munirul=মনিরুল`,
  women: `Fatema/Fatima=ফাতেমা Nasrin/Nasreen=নাসরিন Salma/Solma=সালমা Rokeya/Rokea=রোকেয়া Shirin/Sherin=শিরিন Taslima/Tasleema=তাসলিমা
    Sultana/Sultanah=সুলতানা Parvin/Parveen=পারভীন Rehana/Rehena=রেহানা Ayesha/Aysha/Aisha=আয়েশা Khaleda/Khalida=খালেদা
    Jesmin/Jasmin=জেসমিন Shahnaz/Sahnaz=শাহনাজ Monira/Munira=মনিরা Hasina/Haseena=হাসিনা Nargis/Nargish=নার্গিস
    Farzana/Farjana=ফারজানা Mahmuda/Mahmooda=মাহমুদা Rabeya/Rabea=রাবেয়া Lipi/Lipy=লিপি Sharmin/Sarmin=শারমিন Sumaiya/Sumaya=সুমাইয়া`,
  surnames: `Islam/Eslam=ইসলাম Hossain/Hosain/Hossen/Hussain=হোসেন Rahman/Rahaman/Rohman=রহমান Ahmed/Ahamed/Ahmad=আহমেদ Akter/Aktar/Akhter=আক্তার
    Begum/Begom=বেগম Khan/Kan=খান Miah/Mia/Miya=মিয়া Uddin/Uddin=উদ্দিন Khatun/Khatoon=খাতুন Sarkar/Sarker=সরকার
    Chowdhury/Choudhury/Chaudhury=চৌধুরী Alam/Alom=আলম Haque/Hoque/Haq=হক Ali/Aly=আলী Mollah/Molla=মোল্লা Sheikh/Shaikh/Sheik=শেখ
    Howlader/Hawlader=হাওলাদার Bepari/Bapari=বেপারী Talukder/Talukdar=তালুকদার Biswas/Bishwas=বিশ্বাস Mondal/Mandal=মণ্ডল
    Das/Dash=দাস Roy/Ray=রায় Paul/Pal=পাল Ghosh/Ghose=ঘোষ Dewan/Deowan=দেওয়ান Bhuiyan/Bhuyan/Bhuiya=ভূঁইয়া Sikder/Sikdar=সিকদার
    Matubbar/Matubber=মাতুব্বর Khandaker/Khondokar/Khandakar=খন্দকার Majumder/Mazumder=মজুমদার Hawladar/Howladar=হাওলাদার
    Kazi/Qazi=কাজী Gazi/Gazy=গাজী Munshi/Munsi=মুন্সী Sardar/Sarder=সরদার`,
} as const

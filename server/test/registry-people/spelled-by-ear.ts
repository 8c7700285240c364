/** People by the origin of their names: `Surname, First name: query; query; query`. */
const lines = {
  arabic: `
    Abdelrahman, Mahmoud: mahmud abd al rahman; abderrahmane mahmoud; abdul rahman mahmud
    Belkacem, Karim: bel qasim karim; belkassem karim; karim belgacem
    Noureddine, Samir: nur eddin samir; nour eddine; samir nureddin
    Ben Abdallah, Fatma: benabdallah fatima; ben abdullah fatma; fatma bin abdallah
    El Haddad, Yasmine: elhaddad yasmin; haddad jasmine; al haddad yasmina
    Bouazizi, Tarek: bou azizi tariq; buazizi tarik; tarek abu azizi
    Abdelkader, Houda: abd el kader huda; abdulqadir houda; abdel qader hoda
    Charfeddine, Nizar: sharaf eddin nizar; charf eddine; sharafuddin nizar
    Khaireddine, Amel: khair eddin amal; kheireddine amel; hayreddin amel
    Abu Zaid, Omar: abuzaid umar; abou zeid omar; abouzeid omar
    Abdelaziz, Salah: abd el aziz salah; abdulaziz saleh; salah abdel aziz
    Benkirane, Othmane: ben kiran othman; benkiran osman; bin kirane uthman
    Boumediene, Rachid: bu medien rashid; bou mediene rachid; rashid boumedian
    Hadj Ali, Leila: hadjali layla; haj ali leyla; laila el hadj ali
    Mohammed, Abdelhakim: abd al hakim mohamed; muhammad abdul hakim; abdelhakim mohammad
    Saadallah, Mounir: sad allah munir; saad allah mounir; saadalla monir
    Zineddine, Hicham: zin eddin hisham; zine el abidine hicham; zineddin hisham
    Ait Ahmed, Nadia: aitahmed nadia; ayt ahmad nadya; ait ahmad
    Oulad Said, Jamila: ouladsaid jamila; awlad said gamila; oulad saïd djamila
    Chahine, Ghassan: shahin ghassan; shaheen gassan; chahin ghasan
    Qureshi, Abdul Wahab: abdulwahab qureshi; koreshi abdel wahab; qureishi abd al wahhab
    Al-Masri, Khaled: almasri khalid; el masry khaled; masri halid`,
  persianTurkishKurdish: `
    Hosseinzadeh, Mohammad Reza: hussein zade mohammadreza; hosseinzade reza; husseinzadeh muhammad reza
    Gholamhossein, Parviz: gholam hossein parviz; ghulam hussain parwiz; golamhosein
    Yilmaz, Nurcan: yılmaz nur can; jilmaz nurjan; yilmas nurcan
    Öztürk, Şükrü: ozturk sukru; oz turk shukru; oeztuerk suekrue
    Karimzadeh, Shirin: karim zadeh shirin; karimzade sirin; karimsadeh schirin
    Rahmatullah, Zabihullah: rahmat ullah zabihullah; rahmatollah zabiullah; rahmat allah zabih ullah`,
  southAsian: `
    Nasiruddin, Mohammad: nasir uddin mohammad; nasiruddin muhammed; nasir ud din md
    Rahman, Mizanur: mizan ur rahman; mizanur rohman; mizanoor rahman
    Ahsanullah, Kazi: ahsan ullah kazi; ahsanulla qazi; kazi ahsan allah
    Chowdhury, Saiful Islam: chaudhry saif ul islam; choudhury saifulislam; chowdury saiful
    Bhattacharya, Sumitra: bhattacharjee sumitra; batacharya sumitra; bhattacharyya
    Harpreet Kaur, Manjit: harprit kaur manjeet; harpreetkaur; har preet kaur
    Jayasuriya, Nimal: jaya suriya nimal; jayasooriya nimal; giayasuria nimal
    Ratnayake, Chandrika: rathnayaka chandrika; ratna yake; ciandrica ratnayake
    Fazalurrehman, Imran: fazal ur rehman imran; fazlur rahman imran; fazal rehman
    Shamsuddin, Arif: shams ud din arif; samsuddin arif; shamsudin aref
    Krishnamurthy, Lakshmi: krishna murti laxmi; krishnamurti lakshmi; crisnamurti lacsmi
    Wickramasinghe, Dilani: wikrama singhe dilani; vikramasinghe dilani; wickremesinghe`,
  chinese: `
    Zhang, Xiaoping: chang hsiao ping; zhang xiao ping; ciang xiaoping
    Zhou, Qiang: chou chiang; zhou qiang; ciou ciang
    Xu, Zhigang: hsu chih kang; xu zhi gang; shu zhigang
    Cai, Jingyi: tsai ching yi; cai jing yi; ts'ai ching-i
    Deng, Guoqiang: teng kuo chiang; deng guo qiang; teng kuo-ch'iang
    Jiang, Zhongzheng: chiang chung cheng; jiang zhong zheng; ciang zongzeng
    Liu, Xiulan: liu hsiu lan; liu xiu lan; lyu siu lan
    Qian, Rongji: chien jung chi; qian rong ji; ch'ien jung-chi
    Zhu, Decai: chu te tsai; zhu de cai; ciu decai
    Guo, Jianhua: kuo chien hua; guo jian hua; kuo jianhua
    Song, Meiling: sung mei ling; song mei-ling; soong meiling
    Xie, Tingfeng: hsieh ting feng; xie ting feng; sie tingfeng
    Zeng, Baosheng: tseng pao sheng; zeng bao sheng; tseng baosheng
    Bai, Chongxi: pai chung hsi; bai chong xi; pai chongxi
    王, 建国: wang chien kuo; wang jianguo; 王建国
    陈, 丽华: chen li hua; chen lihua; ch'en li-hua`,
  slavicAndGreek: `
    Шевченко, Олександр: shevchenko oleksandr; scevcenko alexander; sevcenko olexandr
    Kovalchuk, Natalia: kovalciuk natalija; kowalczuk nataliia; covalciuc natalia
    Zhukovskyi, Yevhen: jukovski evgenij; zukovskij yevgeny; giukovski ievhen
    Щербаков, Юрий: shcherbakov yuri; scerbakov iurii; sherbakov juri
    Khrushchova, Liudmyla: hrusciova ludmila; chruscheva ljudmila; krushova lyudmila
    Papadopoulos, Georgios: papadopulos giorgos; papa dopoulos georgios; papadopoulos yorgos
    Dimitrov, Hristo: dimitrof christo; dimitrow hristo; dimitrov cristo
    Jovanović, Živko: jovanovic zivko; yovanovich zhivko; iovanovic givco
    Wiśniewska, Małgorzata: wisniewska malgorzata; visnievska malgorzata; vishnevska malgojata`,
  romanianAndAlbanian: `
    Ștefănescu, Gheorghe: stefanescu george; stefanesco gheorghe; shtefanescu ghiorghe
    Țurcanu, Ionuț: turcanu ionut; tzurcanu ionutz; surcanu ionuts
    Popa-Nistor, Ana Maria: popa nistor anamaria; popanistor ana maria; nistor ana-maria
    Hoxha, Gjergj: hodja giergi; hoxa gjergji; hogia gergi
    Gjini, Xhevahire: gini gevaire; jini xhevahire; gjini gevahire
    Çela, Shpëtim: cela shpetim; chela spetim; sela shpetim
    Kryeziu, Besnik: krieziu besnik; cryeziu besnic; krye ziu`,
  african: `
    Ndiaye, Cheikh Ahmadou: n'diaye cheick amadou; ndiaye sheikh ahmadu; endiaye cheikh
    Diallo, Mamadou Aliou: jallow mamadu aliu; djallo mamadou; dialo mamadualiou
    Okonkwo, Chukwuemeka: oconquo chukwu emeka; okonkwo emeka; okonko chukwuemeka
    Oyelaran, Oluwaseun: oyelaran olu waseun; oielaran oluwaseun; oyelaran seun
    Haile, Gebremariam: haile gebre mariam; hayle ghebremariam; aile gebremaryam
    Tesfay, Woldemichael: tesfai wolde michael; tesfaye weldemikael; tesfay wolde mikael
    Gebreselassie, Hiwot: ghebre selassie hiwot; gebresilasie hiwet; gebre selassie
    Mohamud, Abdirahman: mahamud abdi rahman; mohamoud abdurahman; mahmoud abdirahman
    Ouedraogo, Boukary: uedraogo bucari; wedraogo boukari; ouédraogo bukary
    Traoré, Aïssata: traore aissata; traoré aisata; traure aissatou
    Nwachukwu, Ngozi: nwa chukwu ngozi; nuaciucu ngozi; nwachuku ngozi`,
  latinAmerican: `
    De la Cruz, María José: delacruz maria jose; cruz maria jose; de la crus mariajose
    Villavicencio, Jhon Jairo: villa vicencio john; villavicensio jon jairo; villavicenzio jhon
    Quispe, Wilber: kispe wilber; quispe vilber; chispe wilbert
    Montes de Oca, Yadira: montesdeoca yadira; montes deoca iadira; montes de oka yadira
    Dos Santos, Luís Felipe: dossantos luis felipe; santos luiz felippe; dos santos luisfelipe
    Nascimento, Vanderlei: nasimento vanderley; nascimiento wanderlei; nashimento vanderlei`,
  asian: `
    Nguyễn, Thị Hương: nguyen thi huong; nguien thihuong; huong nguyen
    Villanueva, Maria Lourdes: villa nueva marialourdes; vilanueva lourdes; villanueva maria lurdes
    Macapagal, Jun: makapagal jun; maca pagal jun; macapagal giun
    Kim, Young-soo: kim yong su; kim youngsoo; kim yeongsu
    Dela Peña, Rosalinda: delapena rosa linda; de la pena rosalinda; dela pegna rosalinda`,
  italian: `
    D'Alessandro, Pier Paolo: dalessandro pierpaolo; d alessandro pier paolo; de alessandro paolo
    Lo Presti, Maria Concetta: lopresti mariaconcetta; lo presti concetta; lopreste maria concetta
    Della Valle, Gianfranco: dellavalle gian franco; de la valle gianfranco; dela valle gianfranco
    Cacciapuoti, Anna Rita: caciapuoti annarita; cacciapuotti anna rita; caccia puoti annarita
    Degl'Innocenti, Jacopo: degli innocenti iacopo; deglinnocenti jacopo; deglinocenti giacopo
    Sant'Agata, Beniamino: santagata benjamino; sant agata beniamino; santagatta beniamino`,
}

export interface SpelledByEar {
  readonly origin: string
  readonly lastName: string
  readonly firstName: string
  readonly queries: readonly string[]
}

function readLine(origin: string, line: string): SpelledByEar {
  const [name = '', queries = ''] = line.split(': ')
  const [lastName = '', firstName = ''] = name.trim().split(', ')
  return {
    origin,
    lastName,
    firstName,
    queries: queries.split('; '),
  }
}

/**
 * People, and what operators type who hear their names on the telephone. The queries were written before the search was tried
 * on them.
 */
export const spelledByEar: readonly SpelledByEar[] = Object.entries(lines).flatMap(([origin, text]) =>
  text
    .trim()
    .split('\n')
    .map((line) => readLine(origin, line)),
)

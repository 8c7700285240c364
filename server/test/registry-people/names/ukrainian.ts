/** Common names of Ukraine: as its passports spell them, as Russian papers did, as Italian offices write, and in Cyrillic. */
export const ukrainian = {
  men: `Oleksandr/Aleksandr/Olexandr=Олександр Serhii/Sergiy/Sergei/Serhiy=Сергій Volodymyr/Vladimir=Володимир Andrii/Andriy/Andrei=Андрій
    Ivan=Іван Mykola/Nikolay/Nikola=Микола Vasyl/Vasil/Vasyly=Василь Viktor/Victor=Віктор Yurii/Yuriy/Iurii/Jurij=Юрій Oleh/Oleg=Олег
    Ihor/Igor=Ігор Dmytro/Dmitro/Dmitrij=Дмитро Petro/Pietro=Петро Vitalii/Vitaliy/Vitalij=Віталій Mykhailo/Mikhailo/Mihailo=Михайло
    Anatolii/Anatoliy/Anatolij=Анатолій Yevhen/Evgen/Evhen/Ievgen=Євген Roman=Роман Bohdan/Bogdan=Богдан Taras=Тарас
    Ruslan=Руслан Oleksii/Oleksiy/Aleksej=Олексій Yaroslav/Iaroslav/Jaroslav=Ярослав Stepan=Степан Maksym/Maxim/Maksim=Максим
    Pavlo/Pavel=Павло Artem/Artiom=Артем Vadym/Vadim=Вадим Denys/Denis=Денис Kostiantyn/Konstantin/Kostyantyn=Костянтин
    Hryhorii/Grygoriy/Grigorij=Григорій Valerii/Valeriy/Valerij=Валерій Yosyp/Iosif/Josyp=Йосип Leonid=Леонід Stanislav=Станіслав`,
  women: `Olena/Elena/Olenna=Олена Olha/Olga=Ольга Nataliia/Natalia/Nataliya/Natalja=Наталія Iryna/Irina=Ірина Svitlana/Svetlana=Світлана
    Oksana/Oxana=Оксана Tetiana/Tatiana/Tetyana=Тетяна Halyna/Galina/Galyna=Галина Liudmyla/Ludmila/Lyudmyla/Ludmyla=Людмила
    Mariia/Maria/Mariya=Марія Yuliia/Yulia/Iuliia/Julija=Юлія Nadiia/Nadia/Nadiya=Надія Valentyna/Valentina=Валентина
    Lesia/Lesya=Леся Hanna/Anna/Ganna=Ганна Kateryna/Katerina/Caterina=Катерина Viktoriia/Victoria/Viktoriya=Вікторія
    Anastasiia/Anastasia/Anastasiya=Анастасія Liubov/Lyubov/Ljubov=Любов Vira/Vera=Віра Myroslava/Miroslava=Мирослава Nina=Ніна
    Daria/Darya/Dariia=Дарія Sofiia/Sofia/Sofiya=Софія Stefaniia/Stefania=Стефанія Zoriana/Zoryana=Зоряна Khrystyna/Cristina/Kristina=Христина
    Bohdana/Bogdana=Богдана Yaroslava/Iaroslava=Ярослава Inna=Інна Alla=Алла Larysa/Larisa=Лариса Raisa/Raisa=Раїса`,
  surnames: `Melnyk/Melnik=Мельник Shevchenko/Scevcenko/Sevcenko=Шевченко Kovalenko/Covalenco=Коваленко Bondarenko/Bondarenco=Бондаренко
    Boiko/Boyko/Bojko=Бойко Tkachenko/Tkacenko=Ткаченко Kravchenko/Kravcenko=Кравченко Kovalchuk/Kovalciuk/Kovalcuk=Ковальчук
    Koval=Коваль Oliinyk/Oliynyk/Olijnyk=Олійник Shevchuk/Shevciuk/Sevcuk=Шевчук Polishchuk/Polischuk=Поліщук
    Bondar=Бондар Tkachuk/Tkaciuk=Ткачук Moroz=Мороз Marchenko/Marcenko=Марченко Lysenko/Lisenko=Лисенко Rudenko=Руденко
    Savchenko/Savcenko=Савченко Petrenko=Петренко Kravchuk/Kravciuk=Кравчук Klymenko/Klimenko=Клименко Pavlenko=Павленко
    Savchuk/Savciuk=Савчук Kuzmenko=Кузьменко Ivanenko=Іваненко Vasylenko/Vasilenko=Василенко Levchenko/Levcenko=Левченко
    Kharchenko/Harchenko/Karcenko=Харченко Karpenko=Карпенко Havryliuk/Gavryliuk/Gavriluk=Гаврилюк Hnatiuk/Gnatyuk/Hnatyuk=Гнатюк
    Horbunov/Gorbunov=Горбунов Hrytsenko/Grytsenko/Gritsenko=Гриценко Panchenko/Pancenko=Панченко Yurchenko/Iurchenko/Jurcenko=Юрченко
    Yakovenko/Iakovenko=Яковенко Zaichenko/Zaychenko=Зайченко Zhuk/Juk=Жук Tsymbal/Cymbal=Цимбал Shcherbak/Scherbak=Щербак
    Lytvyn/Litvin/Lytvin=Литвин Mazur=Мазур Pavliuk/Pavlyuk/Pavluk=Павлюк Romaniuk/Romanyuk/Romaniuc=Романюк Sydorenko/Sidorenko=Сидоренко
    Kostenko=Костенко Fedorenko=Федоренко Popovych/Popovich/Popovic=Попович Stetsenko/Stecenko=Стеценко Diachenko/Dyachenko/Diacenko=Дяченко
    Holovko/Golovko=Головко Haiduk/Gayduk/Gaiduk=Гайдук Vovk=Вовк Chornyi/Chorny/Ciornyj=Чорний Bilyk/Bilik=Білик Kuchma/Kucma=Кучма
    Ivanchuk/Ivanciuk=Іванчук Maksymenko/Maximenko=Максименко Yaremchuk/Iaremchuk/Jaremciuk=Яремчук`,
} as const

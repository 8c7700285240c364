/** Common names of Romania; papers write ș and ț with a comma, a cedilla or without. */
export const romanian = {
  men: `Andrei Ion/Ioan Alexandru Gheorghe/George Vasile Nicolae Constantin/Costantin Mihai/Mihail Florin Marian Adrian
    Cristian/Christian Gabriel Ionuț Daniel Dumitru Ștefan Marius Ilie Cătălin Lucian Bogdan Răzvan Claudiu Ciprian Liviu
    Viorel Sorin Petru/Petre Radu Vlad Dragoș Cosmin Traian Valentin Iulian/Julian Eugen Costel Nelu Gigel Octavian Toma
    Emil Silviu Robert Laurențiu Remus Grigore`,
  women: `Maria Elena Ana Ioana Mihaela Andreea Alexandra Cristina Mariana Daniela Gabriela Florentina Alina Simona Raluca
    Roxana Nicoleta Georgiana Oana Laura Adriana Anca Carmen Camelia Valentina Liliana Rodica Viorica Loredana Diana
    Bianca Mirela Lăcrămioara Ecaterina/Caterina Ileana Doina Petronela Ionela Ștefania Iuliana/Juliana Corina Lavinia Monica
    Luminița Aurelia Veronica Natalia Angela`,
  surnames: `Popa Popescu Ionescu Pop Radu Dumitru Stan Stoica Gheorghe Matei Ciobanu Rusu Constantin Marin Lazăr Dobre Ungureanu
    Munteanu Florea Toma Moldovan Popovici Stanciu Oprea Tudor Dinu Manole Petrescu Ilie Barbu Diaconu Neagu Dragomir Enache
    Vasile Stoian Niță Nistor Sandu Mocanu Ene Voicu Moraru Albu Anghel Manea Georgescu Cojocaru Preda Cristea Tănase Iordache
    Bălan Șerban Țurcanu Rotaru Grosu Pavel Lungu Zaharia Olaru Chiriac Văduva Crăciun Simion Bogdan Mihalache Roșu Nicolae
    Iacob Coman Avram Bratu Drăghici Filip Grigore Apostol Apetrei Amariei Lupu Sava Suciu Vlad Ursu`,
} as const

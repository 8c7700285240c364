// "Belfiore code, German name" of the municipalities of the province of Bolzano.
const pairs = `
  A179 Aldein, A286 Andrian, A306 Altrei, A332 Eppan an der Weinstraße, A507 Hafling, A537 Abtei, A635 Barbian
  A952 Bozen, B116 Prags, B145 Brenner, B160 Brixen, B203 Branzoll, B220 Bruneck, B364 Kuens
  B397 Kaltern an der Weinstraße, B529 Freienfeld, B570 Sand in Taufers, C062 Kastelbell-Tschars
  C254 Kastelruth, A022 Tscherms, C625 Kiens, C652 Klausen, B799 Karneid, D048 Kurtatsch an der Weinstraße
  D075 Kurtinig an der Weinstraße, D079 Corvara, D222 Graun im Vinschgau, D311 Toblach, D392 Neumarkt
  D484 Pfalzen, D571 Völs am Schlern, D731 Franzensfeste, D821 Villnöß, D860 Gais, D923 Gargazon, E069 Glurns
  E491 Wengen, E398 Latsch, E412 Algund, E420 Lajen, E421 Leifers, E434 Lana, E457 Laas, E481 Laurein
  E764 Lüsen, E829 Margreid an der Weinstraße, E862 Mals, E938 Enneberg, E959 Marling, E981 Martell
  F118 Mölten, F132 Meran, F371 Welsberg-Taisten, F392 Montan an der Weinstraße, F766 Moos in Passeier
  F836 Nals, F849 Naturns, F856 Natz-Schabs, F949 Welschnofen, F950 Deutschnofen, G083 Auer, G140 St. Ulrich
  G328 Partschins, G443 Percha, G299 Plaus, G830 Waidbruck, G936 Burgstall, H004 Prad am Stilfserjoch
  H019 Prettau, H081 Proveis, H152 Ratschings, H189 Rasen-Antholz, H236 Ritten, H284 Riffian, H299 Mühlbach
  H475 Rodeneck, H719 Salurn an der Weinstraße, H786 Innichen, H858 Jenesien, H952 St. Leonhard in Passeier
  H956 St. Lorenzen, H988 St. Martin in Thurn, H989 St. Martin in Passeier, I065 St. Pankraz
  I173 St. Christina in Gröden, I431 Sarntal, I519 Schenna, I593 Mühlwald, I591 Wolkenstein in Gröden
  I603 Unsere Liebe Frau im Walde-St. Felix, I604 Schnals, I687 Sexten, I729 Schlanders, I771 Schluderns
  I948 Stilfs, L106 Terenten, L108 Terlan, L111 Tramin an der Weinstraße, L149 Tisens, L176 Tiers, L178 Tirol
  L444 Truden im Naturpark, L455 Taufers im Münstertal, L490 Ulten, L527 Pfatten, L564 Pfitsch, L552 Olang
  L595 Ahrntal, L601 Gsies, L660 Vintl, L687 Vahrn, L724 Feldthurns, L745 Vöran, L915 Niederdorf
  L971 Villanders, M067 Sterzing
`

/** The second official name of a municipality, by Belfiore code. */
export const germanNames: ReadonlyMap<string, string> = new Map(
  pairs
    .trim()
    .split(/,\s*|\n\s*/)
    .map((pair) => [pair.slice(0, 4), pair.slice(5)]),
)

/** Common names of Italy, the most frequent first; spellings of one name are separated by a stroke. */
export const italian = {
  men: `Giuseppe Giovanni Antonio Mario Luigi Francesco Angelo Vincenzo Pietro Salvatore Carlo Franco Domenico Bruno Paolo
    Michele Giorgio Aldo Sergio Luciano Andrea Marco Alessandro Stefano Roberto Matteo Luca Davide Lorenzo Simone Fabio Claudio
    Massimo Daniele Gabriele Riccardo Federico Nicola Enrico Alberto Giacomo Filippo Emanuele Tommaso Leonardo Edoardo Diego
    Mattia Alessio Gianluca Gian_Luca/Gianluca Nicolò/Niccolò Pasquale Raffaele Gennaro Ciro Cristian/Christian Mirko/Mirco
    Maurizio Valerio Umberto Vittorio Guido Renato Silvio Mauro Dario Ivan Samuele Elia Jacopo/Iacopo Giulio Cesare Ugo
    Piero Gino Rocco Cosimo Carmine Gaetano Ernesto Armando Pier_Paolo/Pierpaolo Giancarlo/Gian_Carlo Gianfranco Ettore`,
  women: `Maria Anna Giuseppina Rosa Angela Giovanna Teresa Lucia Carmela Caterina Francesca Anna_Maria/Annamaria Antonietta
    Carla Elena Concetta Rita Margherita Franca Paola Giulia Sara Chiara Laura Martina Alessia Silvia Elisa Valentina Federica
    Simona Roberta Daniela Patrizia Cristina Monica Barbara Stefania Sofia Aurora Giorgia Alice Emma Greta Ilaria Serena
    Claudia Michela Veronica Eleonora Camilla Beatrice Noemi Gaia Arianna Debora/Deborah Manuela Emanuela Raffaella Nicoletta
    Loredana Ornella Lorella Marina Marisa Luisa Maria_Luisa/Marialuisa Maria_Grazia/Mariagrazia Grazia Rosanna Rosaria
    Assunta Immacolata Filomena Vincenza Pina Ida Ada Irene Viola Ginevra Matilde Bianca Nicole Miriam Giada Letizia Lidia`,
  surnames: `Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De_Luca/Deluca Mancini
    Costa Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo
    Gentile Martinelli Vitale Lombardo Serra Coppola De_Santis/Desantis D'Angelo/Dangelo Marchetti Parisi Villa Conte Ferraro
    Ferri Fabbri Bianco Marini Grasso Valentini Messina Sala De_Angelis/Deangelis Gatti Pellegrini Palumbo Sanna Farina Rizzi
    Monti Cattaneo Morelli Amato Silvestri Mazza Testa Grassi Pellegrino Carbone Giuliani Benedetti Barone Rossetti Caputo
    Montanari Guerra Palmieri Bernardi Martino Fiore De_Rosa/Derosa Ferretti Bellini Basile Riva Donati Piras Vitali Battaglia
    Sartori Neri Costantini Milani Pagano Ruggiero Sorrentino D'Amico/Damico Orlando Negri Mantovani D'Agostino Castelli
    Bassi Ruggeri Poli Pace Zanella Albanese Marra Bruni Valente Pinna Salvi Fumagalli Mele Piazza Di_Stefano Tedesco Grimaldi
    Bertolini Fusco Cirillo Gargiulo Melis Murgia Puddu Cocco Meloni Loi Usai Zanetti Franchi Viola Calabrese Di_Marco Volpe
    Giannini Perrone Bertelli Ventura Cavallo Nardi Orlandi Sacco Arena Ceccarelli Brambilla Beretta Colonna Mosca
    Tosi Riccardi Ferrero Bianchini Rossini Corso Moroni Baldi Baroni Lazzari Molinari Pavan Zanatta Furlan Bortolotti
    Carta Deiana Floris Cossu Manca Lai Pisano Catalano Genovese Napolitano Siciliano Nicoletti Fontanella Cappelletti
    Mazzoni Biondi Rosso Quattrocchi Bevilacqua Spinelli Parodi Bruzzone Cuomo Iannone Iovine Iaconis Di_Giovanni Di_Pietro
    Del_Monte Della_Valle Dell'Acqua Lo_Presti La_Rosa/Larosa Lo_Russo/Lorusso Abate Aiello Amoroso Angelini Antonelli Armani
    Bernardini Berti Boni Bosco Brunetti Camilleri Campana Capasso Capone Carli Casali Castellani Cavalli Cicero Cosentino`,
} as const

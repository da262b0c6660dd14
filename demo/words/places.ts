/** Countries, cities and their address formats. In a pattern `#` is a digit and `@` a capital letter. */
import { list } from './list.ts';
import type { Culture } from './people.ts';

export interface City {
  readonly name: string;
  readonly state: string | null;
  readonly postalCode: string;
}

export interface Country {
  readonly name: string;
  readonly culture: Culture;
  /** The number of customers per thousand who live here. */
  readonly share: number;
  /** The phone number format; 555 avoids the numbers of real people. */
  readonly phone: string;
  /** Streets, with `{n}` for the house number. */
  readonly streets: readonly string[];
  readonly cities: readonly City[];
}

/** Cities as `name, state, postal code`, with a dash if addresses have no state. */
const cities = (text: string): City[] =>
  list(text).map((entry) => {
    const [name = '', state = '-', postalCode = ''] = entry.split(', ');
    return { name, state: state === '-' ? null : state, postalCode };
  });

const anglo = list(`
  {n} Maple Avenue | {n} Station Road | {n} Harbour View | {n} Chestnut Street | {n} Mill Lane |
  {n} Foxglove Drive | {n} Kingsway | {n} Orchard Close | {n} Second Street | {n} Lakeshore Boulevard
`);
const hispanic = list(`
  Calle Mayor {n} | Avenida del Sol {n} | Calle San Martín {n} | Pasaje Los Olivos {n} |
  Avenida Libertad {n} | Calle del Carmen {n}
`);
const francophone = list(`
  {n}, rue des Lilas | {n}, avenue de la Gare | {n}, quai du Port | {n}, rue du Général-Moreau |
  {n}, place de l’Église | {n}, chemin des Vignes
`);
const germanic = list(`
  Lindenstraße {n} | Bahnhofstraße {n} | Am Alten Markt {n} | Gartenweg {n} | Schillerstraße {n} |
  Mühlgasse {n}
`);
const lusophone = list(`
  Rua das Flores, {n} | Avenida Atlântica, {n} | Rua São João, {n} | Travessa do Mercado, {n} |
  Rua da Conceição, {n} | Praça da República, {n}
`);
const scandinavian = list(`
  Storgata {n} | Kirkeveien {n} | Skolegata {n} | Havnegade {n} | Björkvägen {n} | Møllevej {n}
`);

export const countries: readonly Country[] = [
  {
    name: 'USA',
    culture: 'english',
    share: 215,
    phone: '+1 (###) 555-01##',
    streets: anglo,
    cities: cities(`
      New York, NY, 100## | Chicago, IL, 606## | Boston, MA, 021## | Seattle, WA, 981## |
      Austin, TX, 787## | Portland, OR, 972## | Madison, WI, 537## | Tucson, AZ, 857## |
      Orlando, FL, 328## | Salt Lake City, UT, 841## | Reno, NV, 895## | Mountain View, CA, 940##
    `),
  },
  {
    name: 'Canada',
    culture: 'english',
    share: 85,
    phone: '+1 (###) 555-01##',
    streets: anglo,
    cities: cities(`
      Toronto, ON, M#@ #@# | Vancouver, BC, V#@ #@# | Halifax, NS, B#@ #@# | Edmonton, AB, T#@ #@# |
      Winnipeg, MB, R#@ #@# | Yellowknife, NT, X#@ #@#
    `),
  },
  {
    name: 'Brazil',
    culture: 'portuguese',
    share: 88,
    phone: '+55 (##) 3555-####',
    streets: lusophone,
    cities: cities(`
      São Paulo, SP, 01###-### | Rio de Janeiro, RJ, 20###-### | Brasília, DF, 70###-### |
      Belo Horizonte, MG, 30###-### | Florianópolis, SC, 88###-### | Recife, PE, 50###-###
    `),
  },
  {
    name: 'Germany',
    culture: 'german',
    share: 82,
    phone: '+49 ### 555####',
    streets: germanic,
    cities: cities(`
      Berlin, -, 10### | Köln, -, 50### | München, -, 80### | Leipzig, -, 04### | Nürnberg, -, 90### |
      Stuttgart, -, 70###
    `),
  },
  {
    name: 'France',
    culture: 'french',
    share: 76,
    phone: '+33 # 55 50 ## ##',
    streets: francophone,
    cities: cities(`
      Paris, -, 750## | Lyon, -, 690## | Bordeaux, -, 330## | Orléans, -, 450## | Nîmes, -, 300##
    `),
  },
  {
    name: 'United Kingdom',
    culture: 'english',
    share: 62,
    phone: '+44 1### 555###',
    streets: anglo,
    cities: cities(`
      London, -, SE# #@@ | Edinburgh, -, EH# #@@ | Bristol, -, BS# #@@ | Leeds, -, LS# #@@ |
      Cardiff, -, CF# #@@
    `),
  },
  {
    name: 'Portugal',
    culture: 'portuguese',
    share: 26,
    phone: '+351 2## 555 ###',
    streets: lusophone,
    cities: cities('Lisboa, -, 1###-### | Porto, -, 4###-### | Évora, -, 7###-###'),
  },
  {
    name: 'India',
    culture: 'indian',
    share: 42,
    phone: '+91 ## 5550 ####',
    streets: list(`
      {n}, MG Road | {n}, Lake View Road | Flat {n}, Shanti Apartments | {n}, Station Road |
      {n}, Temple Street
    `),
    cities: cities(`
      Mumbai, Maharashtra, 400 0## | Bengaluru, Karnataka, 560 0## | Kolkata, West Bengal, 700 0## |
      Delhi, -, 110 0##
    `),
  },
  {
    name: 'China',
    culture: 'chinese',
    share: 34,
    phone: '+86 1## 5550 ####',
    streets: list('人民路{n}号 | 中山路{n}号 | 建设街{n}号 | 花园路{n}号'),
    cities: cities('上海, -, 2000## | 北京, -, 1000## | 成都, 四川, 6100## | 杭州, 浙江, 3100##'),
  },
  {
    name: 'Japan',
    culture: 'japanese',
    share: 28,
    phone: '+81 ## 5550 ####',
    streets: list('桜町{n}番地 | 本町{n}番地 | 緑ヶ丘{n}番地'),
    cities: cities('東京, -, 1##-00## | 大阪, -, 5##-00## | 札幌, 北海道, 06#-08##'),
  },
  {
    name: 'Norway',
    culture: 'nordic',
    share: 18,
    phone: '+47 55 50 ## ##',
    streets: scandinavian,
    cities: cities('Oslo, -, 01## | Tromsø, -, 90## | Ålesund, -, 60##'),
  },
  {
    name: 'Sweden',
    culture: 'nordic',
    share: 20,
    phone: '+46 ## 555 ## ##',
    streets: scandinavian,
    cities: cities('Stockholm, -, 11# ## | Göteborg, -, 41# ## | Umeå, -, 90# ##'),
  },
  {
    name: 'Denmark',
    culture: 'nordic',
    share: 16,
    phone: '+45 55 50 ## ##',
    streets: scandinavian,
    cities: cities('København, -, 21## | Århus, -, 80##'),
  },
  {
    name: 'Finland',
    culture: 'finnish',
    share: 12,
    phone: '+358 ## 555 ####',
    streets: list('Rantakatu {n} | Koivutie {n} | Hämeenkatu {n}'),
    cities: cities('Helsinki, -, 00### | Jyväskylä, -, 40###'),
  },
  {
    name: 'Netherlands',
    culture: 'dutch',
    share: 22,
    phone: '+31 ## 555 ####',
    streets: list('Kerkstraat {n} | Dorpsweg {n} | Molenlaan {n} | Prinsengracht {n}'),
    cities: cities('Amsterdam, -, 10## @@ | Utrecht, -, 35## @@ | Groningen, -, 97## @@'),
  },
  {
    name: 'Belgium',
    culture: 'dutch',
    share: 12,
    phone: '+32 # 555 ## ##',
    streets: list('Kerkstraat {n} | Rue Haute {n} | Stationsplein {n}'),
    cities: cities('Brussels, -, 10## | Gent, -, 90##'),
  },
  {
    name: 'Austria',
    culture: 'german',
    share: 14,
    phone: '+43 ### 555###',
    streets: germanic,
    cities: cities('Wien, -, 10## | Graz, -, 80##'),
  },
  {
    name: 'Switzerland',
    culture: 'german',
    share: 16,
    phone: '+41 ## 555 ## ##',
    streets: germanic,
    cities: cities('Zürich, ZH, 80## | Bern, BE, 30##'),
  },
  {
    name: 'Italy',
    culture: 'italian',
    share: 24,
    phone: '+39 0# 555 ####',
    streets: list('Via Garibaldi {n} | Via dei Mille {n} | Corso Italia {n} | Piazza Verdi {n}'),
    cities: cities('Roma, RM, 001## | Milano, MI, 201## | Forlì, FC, 471##'),
  },
  {
    name: 'Spain',
    culture: 'spanish',
    share: 24,
    phone: '+34 9## 555 ###',
    streets: hispanic,
    cities: cities('Madrid, -, 280## | Málaga, -, 290## | Bilbao, -, 480##'),
  },
  {
    name: 'Argentina',
    culture: 'spanish',
    share: 14,
    phone: '+54 ## 5550-####',
    streets: hispanic,
    cities: cities('Buenos Aires, -, 1### | Córdoba, -, 50##'),
  },
  {
    name: 'Chile',
    culture: 'spanish',
    share: 10,
    phone: '+56 # 5550 ####',
    streets: hispanic,
    cities: cities('Santiago, -, 83##### | Valparaíso, -, 23#####'),
  },
  {
    name: 'Mexico',
    culture: 'spanish',
    share: 20,
    phone: '+52 ## 5550 ####',
    streets: hispanic,
    cities: cities('Ciudad de México, -, 06### | Mérida, YUC, 97###'),
  },
  {
    name: 'Czech Republic',
    culture: 'czech',
    share: 16,
    phone: '+420 555 ### ###',
    streets: list('Dlouhá {n} | Nádražní {n} | Pod Lipami {n} | Růžová {n}'),
    cities: cities('Praha, -, 1## 00 | Brno, -, 60# 00'),
  },
  {
    name: 'Poland',
    culture: 'polish',
    share: 18,
    phone: '+48 ## 555 ## ##',
    streets: list('ul. Długa {n} | ul. Ogrodowa {n} | ul. Świętojańska {n}'),
    cities: cities('Warszawa, -, 00-### | Kraków, -, 30-### | Łódź, -, 90-###'),
  },
  {
    name: 'Hungary',
    culture: 'hungarian',
    share: 10,
    phone: '+36 1 555 ####',
    streets: list('Kossuth utca {n}. | Petőfi tér {n}. | Erdő sor {n}.'),
    cities: cities('Budapest, -, 1### | Győr, -, 90##'),
  },
  {
    name: 'Turkey',
    culture: 'turkish',
    share: 10,
    phone: '+90 2## 555 ####',
    streets: list('Çiçek Sokak No: {n} | Atatürk Caddesi No: {n} | İnönü Bulvarı No: {n}'),
    cities: cities('İstanbul, -, 34### | İzmir, -, 35###'),
  },
  {
    name: 'Ireland',
    culture: 'english',
    share: 12,
    phone: '+353 # 555 ####',
    streets: anglo,
    cities: cities('Dublin, Dublin, D0# @##@ | Galway, Galway, H91 @##@'),
  },
  {
    name: 'Australia',
    culture: 'english',
    share: 26,
    phone: '+61 # 5550 ####',
    streets: anglo,
    cities: cities('Sydney, NSW, 20## | Melbourne, VIC, 30## | Hobart, TAS, 70##'),
  },
];

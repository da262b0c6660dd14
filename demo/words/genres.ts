/** The genres with their character and their invented artists, in the order of their ids. */
import { list } from './list.ts';
import type { TitleStyle } from './titles.ts';

export interface GenreWords {
  readonly name: string;
  readonly styles: readonly TitleStyle[];
  /** Relative popularity. */
  readonly demand: number;
  /** The length of the shortest and the longest track. */
  readonly seconds: readonly [shortest: number, longest: number];
  /** The share of tracks with explicit lyrics. */
  readonly explicit: number;
  readonly artists: readonly string[];
}

export const genres: readonly GenreWords[] = [
  {
    name: 'Rock',
    styles: ['english'],
    demand: 190,
    seconds: [150, 380],
    explicit: 0.06,
    artists: list(`
      Copper Lantern | The Harbour Lights Union | Stray Meridian | Gravel & Glass | Nine Mile Weather |
      The Paper Admirals | Ninth Platform | Loud Orchard | Hollow Turnstile | The Quarry Boys of Dun |
      Wires Over Water | Marlow Street Riot | Tin Cathedral | The Slow Comets
    `),
  },
  {
    name: 'Metal',
    styles: ['heavy'],
    demand: 52,
    seconds: [210, 520],
    explicit: 0.14,
    artists: list(`
      Ashen Bastion | Kråkesorg | Iron Liturgy | Vøidrift | Grimwater Oath | Hexenstahl | Obsidian Plough |
      Throne of Rust | Mörkrets Hammare | Black Tallow | Seven Gallows Deep | Cinder Monolith |
      Warden of Salt
    `),
  },
  {
    name: 'Alternative & Punk',
    styles: ['english', 'street'],
    demand: 44,
    seconds: [95, 250],
    explicit: 0.24,
    artists: list(`
      Spare Keys | The Broken Vending Machines | Rotten Picnic | Kein Empfang | Milk Tooth Mafia |
      Dead Bicycle | Les Parapluies Cassés | No Refund Ever | Plastic Bishop | Elbow Grease Riot |
      Static Kittens | Last Bus Home
    `),
  },
  {
    name: 'Pop',
    styles: ['english'],
    demand: 96,
    seconds: [160, 260],
    explicit: 0.07,
    artists: list(`
      Lina Marlowe | Neon Tangerine | Juno Vale | The Polaroid Summer | Cleo Ashdown | Sugar Circuit |
      Mika Rosendal | Dara Quinn | Velvet Arcade | Tess & the Tides | Zoë Lindqvist | Oskar Bright |
      Pink Semaphore
    `),
  },
  {
    name: 'Indie',
    styles: ['english', 'still'],
    demand: 48,
    seconds: [170, 330],
    explicit: 0.06,
    artists: list(`
      Small Hours Cinema | Fern Atlas | Tea for Astronauts | The Borrowed Coats | Paper Lake |
      Minor Planets Club | Otter & Ash | Quiet Carriage | Lemon Parade | The Understudies of May |
      Foxglove Motel | Yesterday’s Weatherman | Mapless
    `),
  },
  {
    name: 'Folk',
    styles: ['rural'],
    demand: 22,
    seconds: [150, 340],
    explicit: 0.01,
    artists: list(`
      Elspeth Carrow | The Millrace Singers | Tam Birkett | Heron & Thistle | Rowan Achterberg |
      The Hedgerow Band | Aoife Ní Dhálaigh | Barley Moon Ceilidh | Old Ferry Choir | Wren Halloway |
      Saltmarsh Sisters | Gwenllian Prys
    `),
  },
  {
    name: 'Country',
    styles: ['rural'],
    demand: 30,
    seconds: [150, 270],
    explicit: 0.03,
    artists: list(`
      Dusty Calloway | Loretta Mae Pickens | The Red Clay Wranglers | Hank Tolliver Jr. | June Applewhite |
      Prairie Telegraph | Cody Ray Strand | The Gravel Road Cousins | Emmylou Hatch | Buckshot Tuesday |
      Silver Spur Social Club
    `),
  },
  {
    name: 'Blues',
    styles: ['rural'],
    demand: 28,
    seconds: [170, 420],
    explicit: 0.04,
    artists: list(`
      Big Otis Ransom | Mama Delphine | Slow Train Percy | The Levee Street Five |
      Blind Corner Blues Band | Ruby Lee Hargrove | Catfish Monroe | Eight Dollar Shoes |
      Clarence “Tin Cup” Boyd | The Midnight Pawnbrokers | Mud Lantern
    `),
  },
  {
    name: 'Jazz',
    styles: ['english', 'night'],
    demand: 46,
    seconds: [210, 620],
    explicit: 0,
    artists: list(`
      Amos Bell Quartet | Ingrid Falkenberg Trio | The Corner Pocket Seven | Teodor Wiśniewski |
      Miriam Oyelaran | Blue Ledger Orchestra | Hideo Tanabe Trio | Saxton Grey | Café Minuit Ensemble |
      Delia Prescott | The Upstairs Quintet | Lars Ødegård | Nola Vance Big Band
    `),
  },
  {
    name: 'R&B/Soul',
    styles: ['english'],
    demand: 50,
    seconds: [180, 320],
    explicit: 0.09,
    artists: list(`
      Monique Sterling | The Velvet Ledger | Isaiah Crane | Honeydew Avenue | Sister Coral |
      Marcus Delacroix | Golden Hour Revue | Tamsin Okafor | The Satin Brothers | Renée Baptiste |
      Slow Dial | Amber Theory
    `),
  },
  {
    name: 'Hip Hop/Rap',
    styles: ['street'],
    demand: 64,
    seconds: [120, 280],
    explicit: 0.52,
    artists: list(`
      MC Parallax | Kid Verdigris | Concrete Almanac | DJ Sundial | Nadia Blaze | Seven Bridges Crew |
      Bïg Ümlaut | Low Tide Cartel | Professor Static | Yung Cartographer | Lyrical Plumbing |
      Tha Night Porters | Sabre & Ink
    `),
  },
  {
    name: 'Reggae',
    styles: ['english', 'rural'],
    demand: 22,
    seconds: [190, 330],
    explicit: 0.04,
    artists: list(`
      Bredda Solomon | The Mango Street Rockers | Iyah Fields | Sister Marva | Dub Lighthouse |
      Calabash Sound System | Ras Ezekiel Moon | Kingfisher Dub | Roots & Ladders | Trenchtown Postmen
    `),
  },
  {
    name: 'Latin',
    styles: ['spanish'],
    demand: 58,
    seconds: [170, 300],
    explicit: 0.05,
    artists: list(`
      Los Faroles del Sur | Marisol Ibáñez | Orquesta Medianoche | Ñandú | Grupo Siete Mares |
      Catalina Reyes Montt | Los Hermanos Quispe | Son de la Esquina | Joaquín del Río | La Señora Volcán |
      Trío Jacaranda | Banda Sin Frontera | Ximena Peña
    `),
  },
  {
    name: 'Bossa Nova',
    styles: ['portuguese'],
    demand: 30,
    seconds: [140, 280],
    explicit: 0,
    artists: list(`
      Luísa Amoreira | Conjunto Maré Mansa | João Pedro Salgueiro | Bossa Três Irmãos | Helena Guimarães |
      Os Vizinhos da Praia | Caetana Brandão | Trio Céu Azul | Nuno & Iracema | Beto Lagoa |
      Orquestra Garoa
    `),
  },
  {
    name: 'World',
    styles: ['still', 'english'],
    demand: 18,
    seconds: [190, 480],
    explicit: 0.01,
    artists: list(`
      Amadou Sissé | Kora Horizon | Leyla Demirkan | Ensemble Šumava | Tinariq | Ananya Vaidyanathan |
      The Nomad Caravan | Zsófia Kerekes | Baba Kwame & the Delta | Σειρήνες | Птицы Севера |
      Sahel Radio Orchestra | Mele Kahale
    `),
  },
  {
    name: 'Electronica/Dance',
    styles: ['night'],
    demand: 54,
    seconds: [200, 510],
    explicit: 0.03,
    artists: list(`
      Pulsgeber | Night Bus Architects | Ultramarine Static | DJ Parabel | Kilo Lumen |
      Glasshouse Protocol | Vector Garden | Analog Heidi | Sørensen & Wulff | Machine Sommer |
      Club Mirage | Sub Rosa Signal | Tokyo Afterimage
    `),
  },
  {
    name: 'Ambient',
    styles: ['still'],
    demand: 14,
    seconds: [280, 900],
    explicit: 0,
    artists: list(`
      Slow Glacier | Ísmolar | Halden Observatory | Soft Tectonics | Low Cloud Archive | Étude for Fog |
      Dawn Cartography | The Long Exposure | Marginalia | Stillwater Institute
    `),
  },
  {
    name: 'Classical',
    styles: ['classical'],
    demand: 32,
    seconds: [140, 980],
    explicit: 0,
    artists: list(`
      Philharmonia of Lindenau | Quatuor Belleforge | Clara Weissenborn | Anton Dvorský-Hale |
      Chamber Orchestra of St Aldric | Emil Castellani | Dmitri Orlovsky | Ensemble Sarabande |
      Yuki Hanamori | Kvartetten Nordlys | Margarethe von Ahlen | The Cathedral Consort of Wexcombe
    `),
  },
  {
    name: 'Opera',
    styles: ['opera'],
    demand: 12,
    seconds: [150, 620],
    explicit: 0,
    artists: list(`
      Teatro Lirico di Montefalco | Giulia Benvenuti | Opernhaus Rheinau | Tenor Matteo Carraro |
      Royal Chorus of Ardmoor | Valentina Sokolova | Compagnia del Leone d’Oro | Bertrand Lacombe
    `),
  },
  {
    name: 'Soundtrack',
    styles: ['still'],
    demand: 26,
    seconds: [80, 330],
    explicit: 0,
    artists: list(`
      Harlan Voss | Studio Seven Orchestra | Beatrix Nyland | The Reel Philharmonic | Kenji Morimoto |
      Sofia Arvanitis | Pixel Symphony | Owen Thackeray | Grand Lumière Orchestra
    `),
  },
  {
    name: 'Easy Listening',
    styles: ['english'],
    demand: 10,
    seconds: [140, 240],
    explicit: 0,
    artists: list(`
      The Sunday Crooners | Vic Lamont & His Strings | Dorothy Lane | Hotel Lobby Trio | Perry Goodwin |
      The Cocktail Hour | Rosalind Fairweather | Moonlight Serenaders of Bath | Ray Castellane
    `),
  },
  {
    name: 'Chanson',
    styles: ['french'],
    demand: 26,
    seconds: [150, 290],
    explicit: 0.03,
    artists: list(`
      Élodie Marchand | Les Amants du Canal | Rémi Vauclair | Noémie de la Tour | Gaspard Lefèvre |
      Trio Coquelicot | Hélène Saint-Ambroise | Le Petit Orchestre du Quai | Maëlle Kervadec |
      Barnabé & Fils
    `),
  },
  {
    name: 'Mandopop',
    styles: ['chinese'],
    demand: 34,
    seconds: [190, 300],
    explicit: 0,
    artists: list(
      '林晓月 | 星河乐团 | 陈雨航 | 南方列车 | 苏沐晴 | 纸飞机 | 周若溪 | 白鹿与海 | 何以安 | 夜航船',
    ),
  },
  {
    name: 'Nordic Folk',
    styles: ['nordic'],
    demand: 16,
    seconds: [150, 360],
    explicit: 0,
    artists: list(`
      Fjellvind | Solveig Hauge | Trollskogen | Åse & Bjørnar | Vinterljus | Runa Þórsdóttir |
      Spelmanslaget Älvkvarn | Kuutar | Østerå | Hardanger Unge | Sigurd Nordahl
    `),
  },
  {
    name: 'Spoken Word',
    styles: ['spoken'],
    demand: 8,
    seconds: [240, 1500],
    explicit: 0.12,
    artists: list(`
      Prudence Okonkwo | The Tuesday Storytellers | Alastair Finch | Radio Theatre Company No. 9 |
      Bibi van Houten | The Unreliable Narrators | Gloria Mensah-Reid | Stand-Up Cellar
    `),
  },
];

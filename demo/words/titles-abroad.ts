/** Words and patterns of titles in other languages, and of classical works. */
import { list } from './list.ts';
import type { TitleWords } from './titles.ts';

export const spanish: TitleWords = {
  songs: list(`
    {el} de {cosa} | Mi {cosa} | {cosa} y {cosa2} | Canción para {quien} | Sin {cosa2} | {verbo} conmigo |
    Bajo {el} | Cuando llega {el} | No me digas «{dicho}» | {baile} de {quien} | Otra vez {cosa2} |
    {quien} del {lugar}
  `),
  albums: list(`
    {el} de {cosa} | {cosa} y {cosa2} | {baile} de {quien} | Noches de {lugar} | Sin {cosa2} | Bajo {el}
  `),
  words: {
    el: list(`
      el faro | la luna | el jardín | la lluvia | el camino | la montaña | el espejo | la última calle
    `),
    cosa: list('corazón | arena | fuego | sombra | canela | guitarra | madrugada | ceniza | niñez'),
    cosa2: list('sal | miedo | vino | mar | cielo | olvido | ruido | prisa'),
    quien: list('Lucía | Inés | mi abuela | nadie | la vecina | Tomás | el pescador'),
    verbo: list('Baila | Camina | Sueña | Vuelve | Canta'),
    dicho: list('mañana | jamás | quizás | adiós | después'),
    baile: list('Cumbia | Bolero | Tango | Bachata | Milonga | Son'),
    lugar: list('Valparaíso | Mérida | San Telmo | Cali | Cusco | Cádiz | Oaxaca'),
  },
};

export const portuguese: TitleWords = {
  songs: list(`
    {coisa} e {coisa2} | Samba de {quem} | Saudade de {lugar} | {coisa} de {mes} | Meu {bem} |
    Quando {quem} sorri | Manhã em {lugar} | Valsa para {quem} | Sem {coisa2} | Carta a {quem} |
    O {bem} e a {coisa}
  `),
  albums: list(`
    {coisa} e {coisa2} | Saudade de {lugar} | {coisa} de {mes} | Samba de {quem} | Canções para {quem} |
    Manhã em {lugar}
  `),
  words: {
    coisa: list('Canção | Maré | Areia | Chuva | Solidão | Varanda | Estação | Brisa | Ilusão'),
    coisa2: list('Mar | Sol | Violão | Pressa | Luar | Silêncio | Coração'),
    quem: list('Iracema | Conceição | Dona Rosa | João | ninguém | Clarice | vovó'),
    lugar: list('Ipanema | Olinda | Paraty | Lisboa | Niterói | São Luís | Florianópolis'),
    mes: list('Março | Abril | Verão | Outono | Dezembro | Agosto'),
    bem: list('Amor | Barco | Jardim | Segredo | Irmão | Caminho'),
  },
};

export const french: TitleWords = {
  songs: list(`
    {la} de {chose} | Sous {la} | Chanson pour {qui} | {chose} et {chose2} | Je n’ai plus de {chose2} |
    Un {temps} à {lieu} | Quand {qui} s’en va | Les {gens} de {lieu} | Valse du {temps} | Dis-moi, {qui}
  `),
  albums: list(`
    {la} de {chose} | {chose} et {chose2} | Un {temps} à {lieu} | Les {gens} de {lieu} |
    Chansons pour {qui} | Sous {la}
  `),
  words: {
    la: list('la fenêtre | le manège | la rivière | le clocher | la neige | le platane | l’étoile'),
    chose: list('velours | brume | papier | lumière | cannelle | forêt | naïveté'),
    chose2: list('sable | regrets | silence | café | poussière | rêves'),
    qui: list('Adèle | mon frère | Zoé | personne | la boulangère | Étienne | Mathilde'),
    temps: list('dimanche | été | soir | matin | hiver | printemps'),
    lieu: list('Saint-Malo | Montreuil | Liège | Honfleur | Genève | Besançon | Québec'),
    gens: list('amants | marins | voisins | écoliers | forains | rêveurs'),
  },
};

export const nordic: TitleWords = {
  songs: list(`
    {ord} i {sted} | {folk}s vise | {dans} fra {sted} | {ord} og {ord2} | Den {adj} {ting} | {ting}en |
    Under {ord2} | {dans} etter {folk} | {folk} og {ting}en | Vår i {sted}
  `),
  albums: list('{ord} og {ord2} | {dans} fra {sted} | Den {adj} {ting} | {ord} i {sted} | Under {ord2}'),
  words: {
    ord: list('Vinter | Måneskinn | Tåke | Sommernatt | Snø | Bølger | Høst | Lengsel'),
    ord2: list('nordlys | aske | bjørk | jern | hav | stjerner | ull'),
    sted: list('Lofoten | Älvdalen | Røros | Tórshavn | Åland | Skåne | Jölster | Setesdal'),
    folk: list('Ragnhild | Smed-Jens | Møllar | Åsmund | Gammel-Brita | Sigrid'),
    dans: list('Halling | Polska | Vals | Springar | Brudmarsch | Reinlender'),
    adj: list('gamle | hvite | stille | siste | lange | blå'),
    ting: list('veg | båt | kveld | skog | drøm | dal'),
  },
};

export const chinese: TitleWords = {
  songs: list('{a}{b} | {a}{b} | {b}与{c} | 没有{c}的{t} | {t}，{v} | 给{c}的歌 | {v}的{b} | {t}的{b}'),
  albums: list('{a}{b} | {b}与{c} | {t}的{b} | {v}的{b}'),
  words: {
    a: list('远方的 | 蓝色的 | 昨日的 | 北风里的 | 透明的 | 最后的 | 沉默的 | 会飞的 | 旧'),
    b: list('海 | 列车 | 信 | 灯火 | 城市 | 影子 | 夏天 | 河流 | 窗 | 花园 | 星球 | 雨'),
    c: list('月亮 | 猫 | 你 | 时间 | 候鸟 | 远山 | 自己'),
    t: list('凌晨三点 | 十二月 | 黄昏 | 明天 | 春天 | 雨夜'),
    v: list('等待 | 遗忘 | 漂流 | 重逢 | 失眠 | 追光'),
  },
};

export const classical: TitleWords = {
  songs: list(`
    {form} No. {n} in {key}, Op. {opus}: {mov} | {form} in {key}, Op. {opus}: {mov} |
    {short} No. {n} in {key} | {form} No. {n} in {key}: {mov} | {short} in {key}, Op. {opus}
  `),
  albums: list(`
    {forms} Op. {opus} | Complete {short}s, Vol. {n} | {form} in {key} & Other Works | The Late {forms} |
    {short}s & {forms}, Vol. {n}
  `),
  words: {
    form: list(`
      Symphony | Piano Sonata | String Quartet | Violin Concerto | Cello Suite | Serenade | Piano Trio
    `),
    forms: list(
      `Symphonies | Piano Sonatas | String Quartets | Violin Concertos | Cello Suites | Serenades | Piano Trios`,
    ),
    short: list('Nocturne | Prelude | Étude | Impromptu | Mazurka | Bagatelle | Intermezzo'),
    n: list('1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9'),
    key: list(`
      C Major | D Minor | E-Flat Major | F-Sharp Minor | G Major | A Minor | B-Flat Major | E Minor
    `),
    opus: list('7 | 12 | 18 | 23 | 31 | 44 | 58 | 67 | 90 | 101'),
    mov: list(`
      I. Allegro | II. Andante | III. Scherzo | IV. Finale. Presto | II. Adagio molto | I. Grave |
      III. Menuetto
    `),
  },
};

export const opera: TitleWords = {
  songs: list(`
    {work}, Act {act}: “{aria}” | {work}: Overture | {work}, Act {act}: Duet ({aria}) |
    {work}, Act {act}: Chorus of the {folk} | {work}, Act {act}: Aria ({aria})
  `),
  albums: list('{work} | {work} (Highlights) | Arias from {work} | {work}: Live in {city}'),
  words: {
    work: list(`
      La contessa velata | Il cavaliere d’argento | Der Glockengießer | Ondine au rivage |
      L’ombra di Livia | Die Winterbraut | Il falso notaio
    `),
    act: list('I | II | III'),
    aria: list(`
      O dolce inganno | Vieni, notte | Ach, mein Stern | Perdona, addio | Adieu, rivages |
      Sei still, mein Herz | Che mai sento | Fuggi, crudel
    `),
    folk: list('Fishermen | Soldiers | Pilgrims | Bell-Founders | Masked Guests | Prisoners'),
    city: list('Montefalco | Rheinau | Ardmoor | Genoa'),
  },
};

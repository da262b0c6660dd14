/**
 * Given and family names by culture. Names in another script include their Latin form for e-mail addresses: `芳=Fang`.
 */
import { list } from './list.ts';

export interface Names {
  readonly given: readonly string[];
  readonly family: readonly string[];
}

export const cultures = {
  english: {
    given: list(`
      Alice | Ben | Chloe | Daniel | Emma | Frank | Grace | Henry | Isla | Jack | Kate | Liam | Megan |
      Noah | Olivia | Peter | Rachel | Sam | Tara | Will | Zara | Marcus | Denise | Tyrone
    `),
    family: list(`
      Aldridge | Barker | Callahan | Dawson | Ellison | Fairbanks | Granger | Holloway | Ingram | Jessop |
      Kendrick | Langley | Mercer | Norwood | Ogden | Pemberton | Radcliffe | Sheridan | Thornton |
      Whitaker | Yardley | Okafor | Washburn
    `),
  },
  french: {
    given: list(`
      Amélie | Baptiste | Camille | Denis | Élise | François | Geneviève | Hugo | Inès | Jérôme | Léa |
      Mathieu | Noémie | Olivier | Pénélope | Rémi | Sylvie | Théo | Zoé
    `),
    family: list(`
      Aubert | Beaulieu | Chevallier | Desrosiers | Étienne | Fontaine | Gauthier | Hébert | Lacroix |
      Lefebvre | Marchal | Noël | Perrault | Renard | Saint-Clair | Tremblay | Vasseur
    `),
  },
  german: {
    given: list(`
      Anke | Björn | Clara | Dieter | Eva | Fritz | Greta | Hannes | Ilse | Jürgen | Käthe | Lukas |
      Marlene | Niklas | Renate | Sören | Ute | Wolfgang | Jana | Moritz
    `),
    family: list(`
      Ackermann | Bäcker | Dörfler | Eichhorn | Fuchs | Großmann | Hübner | Jäger | Köhler | Lindner |
      Müller | Neumann | Pfeiffer | Richter | Schäfer | Thiele | Vogel | Weiß | Zimmermann
    `),
  },
  spanish: {
    given: list(`
      Alejandro | Beatriz | Carlos | Dolores | Elena | Fernando | Gabriela | Héctor | Inés | Javier |
      Lucía | Mateo | Nuria | Óscar | Pilar | Ramón | Sofía | Tomás | Valeria | Íñigo
    `),
    family: list(`
      Aguirre | Benítez | Castañeda | Domínguez | Escobar | Fuentes | González | Herrera | Ibáñez |
      Lozano | Muñoz | Núñez | Ortega | Peña | Quiroga | Ríos | Salazar | Vázquez | Zúñiga
    `),
  },
  portuguese: {
    given: list(`
      Ana | Bruno | Conceição | Diogo | Eduarda | Fábio | Gabriel | Helena | Inês | João | Luana | Mateus |
      Nádia | Otávio | Paula | Rafael | Simão | Tiago | Vitória
    `),
    family: list(`
      Almeida | Barbosa | Cardoso | Duarte | Esteves | Figueiredo | Gonçalves | Henriques | Leitão |
      Magalhães | Nogueira | Oliveira | Pacheco | Queirós | Rezende | Simões | Teixeira | Araújo
    `),
  },
  italian: {
    given: list(`
      Alessia | Bruno | Chiara | Davide | Elisa | Federico | Giulia | Lorenzo | Martina | Niccolò | Paola |
      Riccardo | Silvia | Tommaso | Noè
    `),
    family: list(`
      Amato | Bellini | Conti | De-Santis | Esposito | Ferrara | Galli | Lombardi | Marchetti | Negri |
      Orlando | Pellegrini | Rinaldi | Santoro | Vitale
    `),
  },
  dutch: {
    given: list(`
      Anouk | Bram | Cornelis | Daan | Eline | Floor | Geert | Hanneke | Joris | Lieke | Maarten | Noor |
      Pieter | Saskia | Thijs | Zoë
    `),
    family: list(`
      Bakker | Dekker | Evers | Groen | Hendriks | Jansen | Kuiper | Maes | Peeters | Smeets | Verhoeven |
      Visser | Wouters | Zijlstra | Daniëls
    `),
  },
  nordic: {
    given: list(`
      Åse | Bjørn | Camilla | Dag | Elin | Frida | Gunnar | Håkon | Ingrid | Jørgen | Kari | Lars | Maja |
      Nils | Øyvind | Pernille | Rasmus | Søren | Tove | Ylva
    `),
    family: list(`
      Andersen | Bergström | Dahl | Ekström | Fjeld | Grønberg | Hansen | Holmqvist | Jørgensen | Kjær |
      Lindgren | Moen | Nygård | Østergaard | Pedersen | Rønning | Sjöberg | Thorsen | Ågren
    `),
  },
  finnish: {
    given: list('Aino | Eero | Hilja | Jukka | Kaisa | Mikko | Outi | Päivi | Riku | Satu | Väinö | Terhi'),
    family: list(`
      Aaltonen | Hämäläinen | Järvinen | Koskinen | Mäkelä | Niemi | Pöyhönen | Rantala | Salonen | Virtala
    `),
  },
  polish: {
    given: list(`
      Agnieszka | Bartosz | Celina | Dariusz | Elżbieta | Grzegorz | Hanna | Jakub | Łucja | Małgorzata |
      Paweł | Stanisław | Wojciech | Zofia
    `),
    family: list(`
      Adamczyk | Błaszczak | Chmielewski | Dąbrowa | Gajewicz | Jabłoński | Kozłowicz | Michalak |
      Ostrowicz | Piątek | Sikora | Wróbel | Zając | Żurek
    `),
  },
  czech: {
    given: list(`
      Adéla | Bohumil | Dagmar | Eliška | Filip | Jiří | Kateřina | Lukáš | Markéta | Ondřej | Pavla |
      Řehoř | Šárka | Tomáš | Věra | Zdeněk
    `),
    family: list(`
      Beneš | Čermák | Doležal | Fiala | Hájek | Jelínek | Kovář | Malý | Navrátil | Pokorný | Růžička |
      Šimek | Tichý | Veselý | Žák
    `),
  },
  hungarian: {
    given: list(`
      András | Boglárka | Dóra | Ferenc | Gergő | Ildikó | Jenő | László | Márta | Réka | Zoltán | Zsuzsa
    `),
    family: list(`
      Balogh | Csonka | Farkas | Hegedűs | Juhász | Kerekes | Lakatos | Németh | Pintér | Szűcs | Török |
      Vörös
    `),
  },
  turkish: {
    given: list(`
      Ayşe | Burak | Çağla | Deniz | Emre | Gül | İlker | Mehmet | Nazlı | Ömer | Şule | Umut | Zeynep
    `),
    family: list(`
      Aksoy | Bozkurt | Çelik | Demir | Erdoğmuş | Güneş | Karaca | Öztürk | Polat | Şahin | Toprak |
      Yıldız
    `),
  },
  indian: {
    given: list(`
      Aarav | Bhavna | Chetan | Divya | Esha | Farhan | Gauri | Harish | Isha | Jatin | Kavya | Manish |
      Nandini | Pooja | Rohan | Sunita | Tanvi | Vikram
    `),
    family: list(`
      Agarwal | Bhatia | Chatterjee | Desai | Fernandes | Ghosh | Iyer | Joshi | Kulkarni | Malhotra |
      Nair | Patil | Raman | Sethi | Trivedi | Varma
    `),
  },
  chinese: {
    given: list(`
      芳=Fang | 伟=Wei | 静=Jing | 磊=Lei | 娜=Na | 强=Qiang | 雨桐=Yutong | 子涵=Zihan | 思远=Siyuan | 晓明=Xiaoming |
      佳怡=Jiayi | 文博=Wenbo
    `),
    family: list(`
      王=Wang | 李=Li | 张=Zhang | 刘=Liu | 陈=Chen | 杨=Yang | 赵=Zhao | 黄=Huang | 周=Zhou | 吴=Wu | 徐=Xu | 孙=Sun
    `),
  },
  japanese: {
    given: list(`
      葵=Aoi | 大輔=Daisuke | 恵美=Emi | 春香=Haruka | 健太=Kenta | 美咲=Misaki | 直樹=Naoki | 涼子=Ryoko | 翔=Sho |
      由美子=Yumiko
    `),
    family: list(`
      青木=Aoki | 藤田=Fujita | 橋本=Hashimoto | 井上=Inoue | 加藤=Kato | 森田=Morita | 中川=Nakagawa | 小川=Ogawa |
      佐野=Sano | 渡部=Watabe
    `),
  },
} as const satisfies Readonly<Record<string, Names>>;

export type Culture = keyof typeof cultures;

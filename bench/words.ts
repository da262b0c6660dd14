// The cities of the benchmark's customers, many of them beyond ASCII, and what people type to find one of them.

/** Each ends in five plain letters or more, and no other one has the last three of them anywhere. */
export const cities: readonly string[] = [
  ...['Hamburg', 'Lisbon', 'Antwerp', 'Haarlem', 'Palermo', 'Cardiff', 'Toledo', 'Bordeaux', 'Ostrava'],
  ...['Plovdiv', 'Innsbruck', 'Utrecht', 'Chester', 'Verona', 'Bergamo', 'Dresden', 'Graz’s Altstadt'],
  ...['Roskilde', 'Tampere', 'Gdynia', 'Ångermanland', 'München', 'Málagueta', 'Ålesund', 'Göteborg'],
  ...['Épinal', 'Évreux', 'Žiar nad Hronom', 'Šibenik', 'Čakovec', 'Ōsakasayama', 'Ærøskjold', 'Łeczyca'],
  ...['Córdoba', 'Île-Rousse', 'Übersee', 'Ñuñoa Plaza', 'Ísafjordur', 'Öskjuvatn', 'Şanliurfa'],
  ...['Αθήνα Piraeus', 'Київ Podil', '東京 Shibuya', '서울 Mapogu', 'Αγία Varvara', 'Юрмала Majori'],
  ...['北京 Haidian', 'हिसार Cantt', 'بيروت Hamra', 'ירושלים Talpiot'],
];

/** The plain letters at the end of a city's name. */
export function tailOf(city: string): string {
  return /[A-Za-z]*$/.exec(city)?.[0] ?? '';
}

/** How many ways there are to type the end of a name: three letters of it or more, each small or capital. */
function waysToType(tail: string): number {
  let ways = 0;
  for (let length = 3; length <= tail.length; length++) ways += 2 ** length;
  return ways;
}

/** So many different texts are typed before one comes again. */
export const differentEndings = cities.length * Math.min(...cities.map((city) => waysToType(tailOf(city))));

/** The n-th text that somebody types: the end of a city's name, in small and capital letters as it comes. */
export function typedEnding(n: number): string {
  const tail = tailOf(cities[n % cities.length] ?? '');
  let way = Math.floor(n / cities.length) % waysToType(tail);
  let length = 3;
  for (; way >= 2 ** length; length++) way -= 2 ** length;
  const letters = [...tail.slice(-length)];
  return letters.map((letter, i) => (way & (1 << i) ? letter.toUpperCase() : letter.toLowerCase())).join('');
}

/**
 * The ends of a city's name that have a letter beyond ASCII, the whole name first: such letters as they are stored, the last
 * two, which are plain, small or capital.
 */
export function endingsBeyondAscii(city: string): string[] {
  const letters = [...city.slice(0, -2)];
  const [first = '', last = ''] = city.slice(-2);
  const both = (letter: string) => [letter.toLowerCase(), letter.toUpperCase()];
  const typed = both(first).flatMap((one) => both(last).map((other) => one + other));
  return letters
    .map((_, i) => letters.slice(i).join(''))
    .filter((ending) => /[^ -~]/.test(ending))
    .flatMap((ending) => typed.map((end) => ending + end));
}

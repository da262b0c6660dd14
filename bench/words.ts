// The cities of the benchmark's customers, many with non-ASCII letters, and search texts that find one of them.

/** Each ends in at least five ASCII letters; its last three letters occur in no other name. */
export const cities: readonly string[] = [
  ...['Hamburg', 'Lisbon', 'Antwerp', 'Haarlem', 'Palermo', 'Cardiff', 'Toledo', 'Bordeaux', 'Ostrava'],
  ...['Plovdiv', 'Innsbruck', 'Utrecht', 'Chester', 'Verona', 'Bergamo', 'Dresden', 'Graz’s Altstadt'],
  ...['Roskilde', 'Tampere', 'Gdynia', 'Ångermanland', 'München', 'Málagueta', 'Ålesund', 'Göteborg'],
  ...['Épinal', 'Évreux', 'Žiar nad Hronom', 'Šibenik', 'Čakovec', 'Ōsakasayama', 'Ærøskjold', 'Łeczyca'],
  ...['Córdoba', 'Île-Rousse', 'Übersee', 'Ñuñoa Plaza', 'Ísafjordur', 'Öskjuvatn', 'Şanliurfa'],
  ...['Αθήνα Piraeus', 'Київ Podil', '東京 Shibuya', '서울 Mapogu', 'Αγία Varvara', 'Юрмала Majori'],
  ...['北京 Haidian', 'हिसार Cantt', 'بيروت Hamra', 'ירושלים Talpiot'],
];

/** The ASCII letters at the end of a city's name. */
export function tailOf(city: string): string {
  return /[A-Za-z]*$/.exec(city)?.[0] ?? '';
}

/** The number of ways to type the end of a name: at least three letters, each lower or upper case. */
function waysToType(tail: string): number {
  let ways = 0;
  for (let length = 3; length <= tail.length; length++) ways += 2 ** length;
  return ways;
}

/** The number of different texts before one is repeated. */
export const differentEndings = cities.length * Math.min(...cities.map((city) => waysToType(tailOf(city))));

/** The n-th search text: the end of a city's name, in varying case. */
export function typedEnding(n: number): string {
  const tail = tailOf(cities[n % cities.length] ?? '');
  let way = Math.floor(n / cities.length) % waysToType(tail);
  let length = 3;
  for (; way >= 2 ** length; length++) way -= 2 ** length;
  const letters = [...tail.slice(-length)];
  return letters.map((letter, i) => (way & (1 << i) ? letter.toUpperCase() : letter.toLowerCase())).join('');
}

/**
 * The endings of a city's name that contain a non-ASCII letter, longest first. Letters keep their case, except that the
 * last two, which are ASCII, occur in all case variants.
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

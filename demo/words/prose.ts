/** Sentences for composing biographies and sleeve notes. */
import { list } from './list.ts';

export const biography = {
  beginnings: list(`
    {name} came together in {city} in {year}, when {cause}. |
    The story of {name} begins in {year} in {city}, where {cause}. |
    Founded in {city} in {year}, {name} started out because {cause}. |
    {name} first played in public in {year}, in a {room} in {city}, the week that {cause}.
  `),
  causes: list(`
    a rehearsal room had to be shared and nobody wanted to leave first |
    a school concert went so badly that it had to be repeated |
    two neighbours discovered that the wall between them carried the bass perfectly |
    a borrowed tape recorder was returned a year late and full of songs |
    the only bar in the street needed somebody to play on Thursdays |
    an advertisement for a drummer was answered by four singers |
    a power cut turned a party into a concert | a lost bet had to be settled on stage
  `),
  rooms: list(`
    railway canteen | church hall | laundry | car park | village library | harbour shed | boxing club
  `),
  middles: list(`
    The early recordings were made on {kit} and sold from {place}; today they change hands for sums that embarrass everyone involved. |
    Critics reached for the word “{word}”, which the liner notes have politely declined ever since. |
    For most of a decade the touring schedule ran to {shows} evenings a year, interrupted only by {pause}. |
    A change of label brought a string section, a lawyer and, for the first time, {luxury}. |
    Much of the {genre} that followed in {city} owes something to that sound, whether it admits so or not. |
    The line-up has changed {changes} times; the van has changed only once. |
    A long silence followed, filled with {pause}, and ended as suddenly as it had begun.
  `),
  kits: list(`
    four tracks and a kitchen radio | a telephone answering machine | a borrowed broadcast van |
    an eight-track with seven working tracks
  `),
  places: list(`
    a suitcase after concerts | the back of a bakery | a newspaper kiosk | a stall on the Saturday market
  `),
  words: list('timeless | uncompromising | autumnal | hypnotic | homespun | cinematic | stubborn'),
  pauses: list(`
    two floods and a wedding | a strike of the ferry company | the building of a house |
    a year of teaching | a quarrel about a tambourine
  `),
  luxuries: list(`
    a hotel with breakfast | a second microphone | a producer who answered letters | matching shoes |
    a proper piano
  `),
  endings: list(`
    New material is said to be under way. It has been said before. |
    Asked about the future, {name} tend to answer with a date, a town and a door time. |
    The archive in {city} keeps the posters, the set lists and one very large hat. |
    A documentary is in preparation; the music explains itself in the meantime. |
    Recent concerts have drawn a third generation of listeners, some of them voluntarily.
  `),
};

export const sleeveNotes = list(`
  Recorded in {days} days at {studio}, mixed twice and mastered once. |
  Remastered from the original tapes; the cough in the second track has been kept on purpose. |
  Written on the road between {city} and {city2}, mostly in the passenger seat. |
  The first pressing had the sides swapped. This edition follows the order the musicians meant. |
  Includes recordings that were thought lost until the cellar of {studio} was cleared. |
  No overdubs were made. One window was open throughout. |
  Dedicated to the night staff of the ferry from {city}. |
  With a booklet of photographs taken in {city} during the sessions.
`);

export const studios = list(`
  Blue Door Studio | the Old Dairy | Tonhalle 3 | Estúdio Farol | the Signal Box | Studio Nordkai | Room 12
`);

export const cities = list(`
  Lisbon | Leeds | Göteborg | Montréal | Kraków | Dakar | Valparaíso | Leipzig | Galway | Nashville |
  Kyoto | Marseille | Reykjavík | Izmir | Chengdu | São Luís | Antwerp | Trieste | Adelaide | Brno
`);

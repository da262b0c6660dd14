/** Words and patterns of English titles, from loud to quiet. */
import { list } from './list.ts';
import type { TitleWords } from './titles.ts';

export const english: TitleWords = {
  songs: list(`
    {adj} {noun} | {adj} {noun} | {noun} of {mass} | The {noun} and the {noun2} | {verb} the {noun} |
    {verb} Me {how} | I {past} the {noun} | Where the {noun2} {goes} | {place} in {season} | {verb} {how} |
    {adj} {mass} | Letters from {place} | {number} {nouns} | No More {nouns} | Before the {noun} {goes} |
    {noun} ({adj} Version) | Don’t {verb} the {noun} | {mass} & {mass2} | My {adj} {noun} |
    All the {adj} {nouns} | {noun2} Song | Another {adj} {time} | {time} at {place} |
    If {nouns} Could {verb}
  `),
  albums: list(`
    {adj} {nouns} | The {adj} {noun} | {noun} & {noun2} | {place} | {place} {time}s | {number} {nouns} |
    {mass} and {mass2} | A {noun} for Every {time} | Songs for {adj} {nouns} | {verb} {how} |
    The {noun2} Sessions | {adj} {mass} | Live at {place} | Waiting for the {noun}
  `),
  words: {
    adj: list(`
      Restless | Silver | Broken | Golden | Crooked | Borrowed | Electric | Paper | Hollow | Distant |
      Faded | Scarlet | Secret | Gentle | Bitter | Burning | Wooden | Second-Hand | Weightless |
      Unfinished | Careless | Tangled | Northern | Lonely | Velvet | Wild | Quiet | Honest | Painted |
      Invisible | Stolen | Emerald
    `),
    noun: list(`
      Harbour | Mirror | River | Lantern | Window | Engine | Garden | Stranger | Signal | Ladder |
      Horizon | Compass | Orchard | Postcard | Satellite | Staircase | Telephone | Carousel | Umbrella |
      Lighthouse | Forest | Bridge | Photograph | Wildfire | Kingdom | Shadow | Anchor | Curtain |
      Passenger | Feather
    `),
    noun2: list(`
      Sparrow | Tide | Highway | Thunder | Fox | Moon | Railway | Wolf | Weather | Sea | Marigold | Snow |
      Crow | Comet | Rain | Wheel | Kite | Drum | Valley | Candle
    `),
    nouns: list(`
      Strangers | Maps | Mornings | Promises | Rooftops | Ghosts | Matches | Suitcases | Miles | Goodbyes |
      Fireflies | Secrets | Rivers | Engines | Wolves | Postcards | Mirrors | Stars | Keys | Oceans
    `),
    mass: list(`
      Dust | Rain | Honey | Gold | Silence | Smoke | Gravity | Thunder | Sugar | Salt | Glass | Light
    `),
    mass2: list('Fire | Water | Bone | Iron | Ash | Wine | Snow | Static | Mercy | Trouble'),
    verb: list(`
      Follow | Carry | Leave | Hold | Forget | Remember | Burn | Cross | Wake | Call | Chase | Answer
    `),
    past: list('Lost | Found | Built | Sold | Dreamed | Heard | Missed | Followed'),
    how: list(`
      Slowly | Home | Tonight | Again | Anyway | Forever | Out Loud | in the Dark | by Morning | for Now
    `),
    goes: list('Ends | Sleeps | Turns | Falls | Begins | Burns | Waits | Goes'),
    place: list(`
      Porto | Kansas | Galway | Trieste | Osaka | Memphis | Lisbon | Ghent | Tromsø | Valparaíso | Hull |
      Reno
    `),
    season: list('Winter | April | the Rain | August | November | Bloom'),
    number: list('Two | Seven | Nine | Twelve | Forty | Ninety-Nine | A Thousand | Three'),
    time: list('Morning | Midnight | Sunday | Summer | Evening | Tuesday | Winter | Year'),
  },
};

export const heavy: TitleWords = {
  songs: list(`
    {noun} of {doom} | {adj} {noun} | {verb} the {noun} | Beneath the {adj} {noun} | {doom} Unbound |
    Children of the {noun} | {adj} {doom} | {noun} upon {noun2} | The {noun2} {goes} | {doom} and {doom2} |
    Hymn to the {noun2} | Nine {noun}s Fell
  `),
  albums: list(`
    {noun} of {doom} | {adj} {doom} | The {adj} {noun} | Rites of the {noun2} | {doom} Eternal |
    {verb} the {noun2}
  `),
  words: {
    adj: list(`
      Black | Frozen | Iron | Nameless | Blind | Ashen | Restless | Forsaken | Crimson | Hollow | Endless |
      Pale
    `),
    noun: list(`
      Throne | Crown | Altar | Gate | Tower | Blade | Serpent | Citadel | Furnace | Pyre | Shrine |
      Monolith
    `),
    noun2: list('Raven | Titan | Storm | Abyss | Wolf | Leviathan | Winter | Colossus | Eclipse'),
    doom: list('Ruin | Wrath | Sorrow | Plague | Vengeance | Oblivion | Torment | Famine | Exile | Decay'),
    doom2: list('Bone | Cinder | Rust | Salt | Venom | Frost | Tar'),
    verb: list('Burn | Bury | Summon | Break | Forge | Devour | Raise | Curse'),
    goes: list('Awakens | Hungers | Remains | Descends | Never Sleeps'),
  },
};

export const rural: TitleWords = {
  songs: list(`
    {adj} {noun} | {noun} {noun2} | The {noun2} at {place} | {person}’s {noun2} | {place} {tune} |
    Ballad of {person} | Down by the {noun} | Long Way from {place} | {adj} Old {noun2} |
    When {person} Comes Home | {number} Miles to {place} | {person}, {person2} and Me
  `),
  albums: list(`
    {place} {tune} | {adj} {noun} | The {noun} {noun2} | Songs from {place} | {person}’s {noun2} |
    {number} Miles of {noun} | Back to {place}
  `),
  words: {
    adj: list(`
      Dusty | Lonesome | Rusty | Whiskey | Restless | Barefoot | Weary | Muddy | Green | Wandering | Blue |
      Sunday
    `),
    noun: list(`
      Creek | Barley | Hollow | Levee | Prairie | Orchard | Meadow | Cotton | Gravel | Willow | Mill |
      Cornfield
    `),
    noun2: list('Wagon | Road | Porch | Train | Fiddle | Fence | Lantern | Mule | Kitchen | Ferry | Boots'),
    tune: list('Waltz | Reel | Blues | Lullaby | Jig | Breakdown | Stomp | Rag'),
    place: list(`
      Abilene | Cedar Gap | Tupelo | Dunmore | Natchez | Laramie | Ballyhale | Whitby | Tulsa |
      Kettle Falls
    `),
    person: list(`
      Mary Ellen | Jack Tolland | Old Ezra | Sally Brock | Uncle Amos | Nancy Doyle | Little Ruth |
      Cousin Earl
    `),
    person2: list('Jim | the Devil | Rosie | the Preacher | Daisy | Old Tom'),
    number: list('Four | Ten | Sixteen | Ninety | A Hundred | Five Hundred'),
  },
};

export const street: TitleWords = {
  songs: list(`
    {noun} {noun2} | {adj} {noun} | {noun} (feat. {guest}) | {verb} It {how} |
    {adj} {noun2} (feat. {guest}) | {number} {noun2}s | No {noun} | {noun} Talk | {verb} the {noun2} |
    {adj} Like {noun} | {noun} Season | Skit: {skit}
  `),
  albums: list(`
    {noun} {noun2} | {adj} {noun} Vol. {volume} | The {noun} Tape | {number} {noun2}s |
    {verb} the {noun2} | {adj} Season
  `),
  words: {
    adj: list(`
      Heavy | Restless | Midnight | Bulletproof | Offbeat | Marble | Concrete | Platinum | Sideways |
      Unsigned
    `),
    noun: list(`
      Rent | Corner | Paper | Velvet | Gravity | Pressure | Ink | Traffic | Marble | Hunger | Static | Tax
    `),
    noun2: list(`
      Almanac | Window | Receipt | Bridge | Elevator | Blueprint | Ticket | Crown | Engine | Cipher
    `),
    verb: list('Run | Flip | Count | Spin | Sign | Move | Chase | Own'),
    how: list('Back | Twice | Up | Slow | Clean | Forward | Louder'),
    guest: list(`
      Monique Sterling | Kid Verdigris | Nadia Blaze | Isaiah Crane | DJ Sundial | Slow Dial |
      Tamsin Okafor
    `),
    number: list('Two | 99 | 808 | Forty | Seven | 24/7'),
    skit: list('Landlord | Voicemail | Bus Stop | Corner Shop | Soundcheck | Wrong Number'),
    volume: list('1 | 2 | 3 | IV'),
  },
};

export const night: TitleWords = {
  songs: list(`
    {noun} | {adj} {noun} | {noun} {number} | {noun} ({mix}) | {adj} {noun} ({mix}) | {verb} the {noun} |
    {place} {number} | {noun} / {noun2} | {verb} Me {how} | {adj} {noun2}
  `),
  albums: list(`
    {adj} {noun} | {noun} Theory | {place} After Dark | {noun} {number} | {noun} & {noun2} |
    {noun2} Machine
  `),
  words: {
    adj: list(`
      Neon | Liquid | Parallel | Analog | Ultraviolet | Magnetic | Restless | Synthetic | Chrome |
      Infinite | Binary
    `),
    noun: list(`
      Oscillator | Parallax | Vertigo | Cascade | Prism | Voltage | Afterglow | Mirage | Spectrum | Orbit |
      Pulse | Feedback
    `),
    noun2: list('Skyline | Motion | Echo | Circuit | Nocturne | Pattern | Wave | Garden'),
    verb: list('Feel | Lift | Chase | Ride | Break | Trace'),
    how: list('Higher | Tonight | Again | Closer | into Blue'),
    number: list('303 | 12 | 2.0 | XL | 77 | IX | 4/4'),
    mix: list('Extended Mix | Dub | Night Bus Remix | Radio Edit | Pulsgeber Remix | Club Mix'),
    place: list('Berlin | Shibuya | Ibiza | Rotterdam | Detroit | Tallinn'),
  },
};

export const still: TitleWords = {
  songs: list(`
    {noun} {roman} | {adj} {noun} | {noun}, {when} | On {noun2} {roman} | {noun2} / {noun} |
    Theme from “{adj} {noun2}” | {when} | The {noun2} {goes} | Study for {noun2} | {adj} {noun2} ({when})
  `),
  albums: list(`
    {noun} {roman} | {adj} {noun} | Music for {noun2} | {noun2}, {when} | {adj} {noun2} |
    The {noun2} {goes}
  `),
  words: {
    adj: list(`
      Slow | Distant | Translucent | Pale | Restless | Unbroken | Weightless | Hidden | Long | Inner
    `),
    noun: list(`
      Drift | Tundra | Vapour | Halo | Sediment | Aurora | Threshold | Reverie | Estuary | Lichen | Monsoon
    `),
    noun2: list(`
      Glaciers | Airports | Snowfall | Corridors | Lighthouses | Islands | Windows | Orchards | Shorelines
    `),
    roman: list('I | II | III | IV | V | VI | VII'),
    when: list('4 a.m. | First Light | Before Rain | Late September | After the Storm | Midwinter | Dusk'),
    goes: list('Breathe | Remember | Return | Dissolve | Wait'),
  },
};

export const spoken: TitleWords = {
  songs: list(`
    Chapter {n}: The {adj} {noun} | On {topic} | Why I {verb} {topic} | The {adj} {noun} |
    A Short History of {topic} | {n} Things about {topic}
  `),
  albums: list('The {adj} {noun} | A Short History of {topic} | On {topic} | Stories about {topic}'),
  words: {
    n: list('One | Two | Three | Four | Five | Six | Seven | Eight | Nine | Ten'),
    adj: list('Restless | Missing | Reluctant | Wrong | Clockwork | Borrowed | Last | Talkative'),
    noun: list(`
      Librarian | Umbrella | Postman | Elephant | Neighbour | Teapot | Lighthouse Keeper | Violin
    `),
    topic: list(`
      Queues | Sandwiches | Small Talk | Lost Luggage | Mothers-in-Law | Weather | Trains | Silence |
      Parking
    `),
    verb: list('Gave Up | Fear | Miss | Collect | Apologised for | Believe in'),
  },
};

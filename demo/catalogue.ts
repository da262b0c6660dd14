/** What the shop sells: genres, media types, artists, their albums and tracks, and who worked with whom. */
import { dateText, dayOf } from './calendar.ts';
import { composerOf } from './composers.ts';
import { genreIcon } from './icons.ts';
import { decimalText } from './money.ts';
import { artistBiography, sleeveNote } from './prose.ts';
import { at, createLottery, createRandom, type Random } from './random.ts';
import { albumTitle, songTitle, unseen } from './titles.ts';
import { type GenreWords, genres } from './words/genres.ts';

export interface Artist {
  readonly id: number;
  readonly name: string;
  readonly genre: GenreWords;
  readonly biography: string | null;
  readonly firstYear: number;
  /** Relative popularity. */
  readonly demand: number;
}

export interface Album {
  readonly id: number;
  readonly title: string;
  readonly artist: Artist;
  readonly releaseDay: number;
  readonly notes: string | null;
}

export interface Track {
  readonly id: number;
  readonly name: string;
  readonly album: Album;
  readonly mediaType: MediaType;
  readonly composer: string | null;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly cents: number;
  readonly explicit: boolean;
  readonly demand: number;
}

interface MediaType {
  readonly id: number;
  readonly name: string;
  readonly share: number;
  readonly bytesPerSecond: number;
}

const mpeg: MediaType = { id: 1, name: 'MPEG audio file', share: 60, bytesPerSecond: 32_000 };
const video: MediaType = { id: 3, name: 'MPEG-4 video file', share: 0, bytesPerSecond: 310_000 };
const flac: MediaType = { id: 5, name: 'FLAC audio file', share: 8, bytesPerSecond: 108_000 };
const mediaTypes: readonly MediaType[] = [
  mpeg,
  { id: 2, name: 'Protected AAC audio file', share: 8, bytesPerSecond: 16_500 },
  video,
  { id: 4, name: 'AAC audio file', share: 24, bytesPerSecond: 24_000 },
  flac,
];
const audioTypes = createLottery(mediaTypes, (type) => type.share);
const finelyRecorded = new Set(['Classical', 'Opera', 'Jazz', 'Ambient']);

export const isVideo = (track: Track) => track.mediaType === video;

export const genreRows = () =>
  genres.map((genre, index) => ({
    GenreId: index + 1,
    Name: genre.name,
    Icon: genre.name === 'Spoken Word' ? null : genreIcon(index, genres.length),
  }));

export const mediaTypeRows = () => mediaTypes.map(({ id, name }) => ({ MediaTypeId: id, Name: name }));

export function makeArtists(): Artist[] {
  const random = createRandom('artists');
  const named = random.shuffle(genres.flatMap((genre) => genre.artists.map((name) => ({ name, genre }))));
  const ranks = random.shuffle(named.map((_, rank) => rank));
  return named.map(({ name, genre }, index) => {
    const firstYear = random.between(1978, 2019);
    return {
      id: index + 1,
      name,
      genre,
      biography: random.chance(0.08) ? null : artistBiography(random, name, genre.name, firstYear),
      firstYear,
      demand: genre.demand / (genre.artists.length * (at(ranks, index) + 12)),
    };
  });
}

/** Some artists have no album: they appear only as guests of others. */
export function makeAlbums(artists: readonly Artist[]): Album[] {
  const random = createRandom('albums');
  const seen = new Set<string>();
  const counts = createLottery([0, 1, 2, 3, 4], (count) => at([9, 70, 15, 8, 4], count));
  const drafts = artists.flatMap((artist) =>
    Array.from({ length: counts.draw(random) }, () => ({
      title: unseen(seen, () => albumTitle(random, random.pick(artist.genre.styles))),
      artist,
      releaseDay: releaseDay(random, artist),
    })),
  );
  return random.shuffle(drafts).map((draft, index) => ({
    id: index + 1,
    ...draft,
    notes: random.chance(0.55) ? sleeveNote(random) : null,
  }));
}

function releaseDay(random: Random, { firstYear }: Artist): number {
  const earliest = dayOf(firstYear + 1, 1, 1);
  const latest = dayOf(2025, 11, 15);
  // The larger of two random numbers: there are more new albums than old ones.
  const later = Math.max(random.next(), random.next());
  return earliest + Math.floor(later * (latest - earliest));
}

export function makeTracks(albums: readonly Album[]): Track[] {
  const random = createRandom('tracks');
  const tracks: Track[] = [];
  for (const album of albums) {
    const { genre } = album.artist;
    const mediaType = finelyRecorded.has(genre.name) && random.chance(0.5) ? flac : audioTypes.draw(random);
    const writer = random.chance(0.3) ? null : composerOf(random, album.artist);
    const seen = new Set<string>();
    const songs = random.between(7, 13);
    const ranks = random.shuffle(Array.from({ length: songs }, (_, rank) => rank));
    for (let position = 0; position < songs; position++) {
      const rank = at(ranks, position);
      tracks.push(
        makeTrack(random, tracks.length + 1, album, mediaType, {
          name: unseen(seen, () => songTitle(random, random.pick(genre.styles))),
          composer: random.chance(0.85) ? writer : composerOf(random, album.artist),
          demand: album.artist.demand / (rank + 1.5),
          isHit: rank === 0,
        }),
      );
    }
    const hit = tracks.at(-songs + ranks.indexOf(0));
    if (hit !== undefined && genre.name !== 'Opera' && random.chance(0.22)) {
      tracks.push(
        makeTrack(random, tracks.length + 1, album, video, {
          name: `${hit.name} (Video)`,
          composer: hit.composer,
          demand: hit.demand / 3,
          isHit: false,
        }),
      );
    }
  }
  return tracks;
}

interface Song {
  readonly name: string;
  readonly composer: string | null;
  readonly demand: number;
  readonly isHit: boolean;
}

function makeTrack(random: Random, id: number, album: Album, mediaType: MediaType, song: Song): Track {
  const { genre } = album.artist;
  const [shortest, longest] = genre.seconds;
  // The mean of two random numbers keeps most lengths near the middle.
  const part = (random.next() + random.next()) / 2;
  const milliseconds = Math.round((shortest + part * (longest - shortest)) * 1000);
  return {
    id,
    name: song.name,
    album,
    mediaType,
    composer: song.composer,
    milliseconds,
    bytes: Math.round((milliseconds / 1000) * mediaType.bytesPerSecond * (0.94 + 0.12 * random.next())),
    cents: priceOf(album, mediaType, song.isHit),
    explicit: random.chance(genre.explicit),
    demand: song.demand,
  };
}

function priceOf(album: Album, mediaType: MediaType, isHit: boolean): number {
  if (mediaType === video) return 199;
  if (album.releaseDay < dayOf(2000, 1, 1)) return 79;
  if (mediaType === flac) return 149;
  return isHit && album.releaseDay >= dayOf(2018, 1, 1) ? 129 : 99;
}

export const artistRows = (artists: readonly Artist[]) =>
  artists.map(({ id, name, biography }) => ({ ArtistId: id, Name: name, Biography: biography }));

export const albumRows = (albums: readonly Album[]) =>
  albums.map((album) => ({
    AlbumId: album.id,
    Title: album.title,
    ArtistId: album.artist.id,
    ReleaseDate: dateText(album.releaseDay),
    Notes: album.notes,
  }));

export const trackRows = (tracks: readonly Track[]) =>
  tracks.map((track) => ({
    TrackId: track.id,
    Name: track.name,
    AlbumId: track.album.id,
    MediaTypeId: track.mediaType.id,
    GenreId: genres.indexOf(track.album.artist.genre) + 1,
    Composer: track.composer,
    Milliseconds: track.milliseconds,
    Bytes: track.bytes,
    UnitPrice: decimalText(track.cents, 2),
    Explicit: track.explicit,
  }));

export function collaborationRows(artists: readonly Artist[]) {
  const random = createRandom('collaborations');
  const seen = new Set<string>();
  const projects = new Set<string>();
  return Array.from({ length: 160 }, (_, index) => {
    const pair = unseen(seen, () => {
      const lead = random.between(1, artists.length);
      const guest = random.between(1, artists.length - 1);
      // Skips the lead, so that no artist is their own guest.
      return `${lead} ${guest < lead ? guest : guest + 1}`;
    });
    const [lead, guest] = pair.split(' ').map((id) => at(artists, Number(id) - 1));
    if (lead === undefined || guest === undefined) throw new Error(`“${pair}” is not a pair of artists`);
    const started = dayOf(Math.max(lead.firstYear, guest.firstYear), 1, 1) + random.between(30, 2000);
    const ended = started + random.between(40, 1500);
    return {
      CollaborationId: index + 1,
      LeadArtistId: lead.id,
      GuestArtistId: guest.id,
      Project: unseen(projects, () => albumTitle(random, random.pick(lead.genre.styles))),
      StartedOn: dateText(started),
      EndedOn: ended > dayOf(2025, 12, 31) || random.chance(0.15) ? null : dateText(ended),
    };
  });
}
